//! What plots are drawn on: plotters draws axes and grid, and what differs from its ways is drawn here: points that are
//! links, dashed lines, and the key.

use super::axis::Axis;
use super::value::{ALONE, Plot};
use crate::event::harmless;
use plotters::prelude::{BLACK, ChartBuilder, Color, IntoDrawingArea, SVGBackend, TRANSPARENT};
use plotters::style::{IntoFont, IntoTextStyle};
use quick_xml::escape::escape;
use std::fmt::Write;
use std::io;

/// The colours of series, of the palette of Okabe and Ito.
const COLOURS: [&str; 6] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
];

/// How lines are dashed.
const DASHES: [&str; 4] = ["none", "8 3", "3 3", "10 3 2 3"];

/// The size of a plot without its key, in pixels.
const WIDTH: u32 = 560;
/// The width of the key.
const KEY: u32 = 200;
/// The longest name in the key, in characters.
const LONGEST: usize = 26;

/// A plot that is being drawn.
pub(super) struct Canvas {
    title: String,
    /// What plotters has drawn.
    axes: String,
    /// What is above it.
    marks: String,
    x: Axis,
    y: Axis,
    /// The pixels of the lower left and the upper right corner.
    corners: [(f64, f64); 2],
}

impl Canvas {
    /// An empty plot with these axes. `names` are those of its series; without two, there is no key.
    pub(super) fn new(
        title: &str,
        [x, y]: [Axis; 2],
        height: u32,
        names: &[String],
    ) -> io::Result<Canvas> {
        let has_key = names.len() > 1;
        let size = (if has_key { WIDTH + KEY } else { WIDTH }, height);
        let mut axes = String::new();
        let corners = draw_axes(&mut axes, size, title, [&x, &y], has_key)
            .map_err(|error| io::Error::other(format!("cannot draw `{title}`: {error}")))?;
        let mut canvas = Canvas {
            title: title.to_owned(),
            axes,
            marks: String::new(),
            x,
            y,
            corners,
        };
        if has_key {
            canvas.key(names);
        }
        Ok(canvas)
    }

    /// The pixels of a point of the axes.
    fn pixels(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [(left, bottom), (right, top)] = self.corners;
        let share = |axis: &Axis, place: f64| (place - axis.from) / (axis.to - axis.from);
        (
            left + share(&self.x, x) * (right - left),
            bottom + share(&self.y, y) * (top - bottom),
        )
    }

    /// The places of a pair of values.
    pub(super) fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.place(x), self.y.place(y))
    }

    /// A point of a series, as a link with words that a browser shows beside it.
    pub(super) fn link(&mut self, series: usize, point: (f64, f64), anchor: &str, words: &str) {
        let (anchor, words) = (clean(anchor), clean(words));
        let _ = write!(self.marks, "<a href=\"#{anchor}\"><title>{words}</title>");
        self.mark(series, point);
        self.marks.push_str("</a>\n");
    }

    /// A point of a series.
    pub(super) fn mark(&mut self, series: usize, point: (f64, f64)) {
        let pixels = self.pixels(point);
        write_mark(&mut self.marks, series, pixels);
    }

    /// A line of a series.
    pub(super) fn line(&mut self, series: usize, points: impl Iterator<Item = (f64, f64)>) {
        let (colour, dashes) = (
            COLOURS[series % COLOURS.len()],
            DASHES[series % DASHES.len()],
        );
        let line = self.path(points);
        let _ = writeln!(
            self.marks,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\" \
             points=\"{line}\"/>"
        );
    }

    /// A line that helps to compare.
    pub(super) fn guide(&mut self, points: [(f64, f64); 2], is_dashed: bool) {
        let dashes = if is_dashed { "4 4" } else { "none" };
        let line = self.path(points.into_iter());
        let _ = writeln!(
            self.marks,
            "<polyline fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.6\" stroke-dasharray=\"{dashes}\" \
             points=\"{line}\"/>"
        );
    }

    /// A bar from 0 to this far, at this place of the other axis.
    pub(super) fn bar(&mut self, (length, at): (f64, f64), words: &str) {
        let (zero, middle) = self.pixels((self.x.place(0.0), at));
        let (end, _) = self.pixels((self.x.place(length), at));
        let (left, width) = (zero.min(end), (zero - end).abs().max(0.5));
        let (top, words) = (middle - 6.0, clean(words));
        let _ = writeln!(
            self.marks,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"{}\">\
             <title>{words}</title></rect>",
            COLOURS[0]
        );
    }

    /// The points of a line. Those at the same place as the one before are left out.
    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut text = String::new();
        let mut last = String::new();
        for point in points {
            let (x, y) = self.pixels(point);
            let next = format!("{x:.1},{y:.1} ");
            if next != last {
                text.push_str(&next);
                last = next;
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The names of the series with their marks and lines, at the right.
    fn key(&mut self, names: &[String]) {
        let [_, (right, top)] = self.corners;
        let mut y = top + 8.0;
        for (series, name) in names.iter().enumerate() {
            let (colour, dashes) = (
                COLOURS[series % COLOURS.len()],
                DASHES[series % DASHES.len()],
            );
            let (from, to, middle) = (right + 14.0, right + 44.0, right + 29.0);
            let _ = writeln!(
                self.marks,
                "<line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" \
                 stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>"
            );
            write_mark(&mut self.marks, series, (middle, y));
            let short = match name.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &name[..end]),
                None => name.clone(),
            };
            let (x, baseline) = (right + 50.0, y + 4.0);
            let _ = writeln!(
                self.marks,
                "\n<text x=\"{x:.1}\" y=\"{baseline:.1}\" font-family=\"sans-serif\" font-size=\"12\" \
                 fill=\"currentColor\"><title>{}</title>{}</text>",
                clean(name),
                clean(&short)
            );
            y += 18.0;
        }
    }

    /// The whole document.
    pub(super) fn finish(self, name: String) -> Plot {
        // All text is escaped, so that a quoted colour is one. The root has the title for those who cannot see.
        let title = clean(&self.title);
        let root = format!("<svg class=\"smelt-plot\" role=\"img\" aria-label=\"{title}\" ");
        let axes = self.axes.replacen("<svg ", &root, 1);
        let mut axes = axes.replace("\"#000000\"", "\"currentColor\"");
        let [_, style] = ALONE;
        let begin = axes.find('\n').map_or(0, |end| end + 1);
        axes.insert_str(begin, style);
        let end = axes.rfind("</svg>").unwrap_or(axes.len());
        axes.insert_str(end, &self.marks);
        Plot {
            name,
            title: self.title,
            svg: axes,
        }
    }
}

/// Draws the axes, and returns the pixels of the lower left and the upper right corner between them.
fn draw_axes(
    svg: &mut String,
    size: (u32, u32),
    title: &str,
    [x, y]: [&Axis; 2],
    has_key: bool,
) -> Result<[(f64, f64); 2], Box<dyn std::error::Error>> {
    let backend = SVGBackend::with_string(svg, size);
    let root = backend.into_drawing_area();
    let font = |size: u32| ("sans-serif", size).into_font().color(&BLACK);
    let caption = font(18).into_text_style(&root);
    let has_names = y.title.is_empty();
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .margin_right(if has_key { KEY } else { 24 })
        .x_label_area_size(46)
        .y_label_area_size(if has_names { 210 } else { 70 })
        .caption(harmless(title), caption)
        .build_cartesian_2d(x.clone(), y.clone())?;
    chart
        .configure_mesh()
        .x_labels(x.ticks.len())
        .y_labels(y.ticks.len())
        .x_desc(harmless(&x.title))
        .y_desc(harmless(&y.title))
        .x_label_formatter(&|place| x.label(*place))
        .y_label_formatter(&|place| harmless(&y.label(*place)))
        .axis_style(BLACK)
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .label_style(font(14))
        .axis_desc_style(font(15))
        .draw()?;
    let corner = |x: f64, y: f64| {
        let (x, y) = chart.backend_coord(&(x, y));
        (f64::from(x), f64::from(y))
    };
    let corners = [corner(x.from, y.from), corner(x.to, y.to)];
    drop(chart);
    root.present()?;
    drop(root);
    Ok(corners)
}

/// The mark of a series around a pixel.
fn write_mark(text: &mut String, series: usize, (x, y): (f64, f64)) {
    let colour = COLOURS[series % COLOURS.len()];
    // When the colours begin anew, each has the shape of the next one.
    let shape = (series + series / COLOURS.len()) % COLOURS.len();
    let path = match shape {
        0 => {
            let _ = write!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" fill-opacity=\"0.85\"/>"
            );
            return;
        }
        1 => "-5 -5l10 10m0 -10l-10 10",
        2 => "0 -5l5 9h-10z",
        3 => "-4 -4h8v8h-8z",
        4 => "0 -6l5 6l-5 6l-5 -6z",
        _ => "0 -6v12m-6 -6h12",
    };
    let _ = write!(
        text,
        "<path d=\"M{x:.1} {y:.1}m{path}\" fill=\"{colour}\" fill-opacity=\"0.3\" stroke=\"{colour}\" \
         stroke-width=\"2\"/>"
    );
}

/// Text in XML: without what it cannot contain, and escaped.
fn clean(words: &str) -> String {
    escape(harmless(words)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, write_mark};
    use std::collections::HashSet;

    #[test]
    fn no_two_of_many_series_have_marks_of_the_same_colour_and_shape() {
        let mark = |series| {
            let mut text = String::new();
            write_mark(&mut text, series, (0.0, 0.0));
            text
        };
        let series = COLOURS.len() * COLOURS.len();
        let marks: HashSet<String> = (0..series).map(mark).collect();
        assert_eq!(marks.len(), series);
    }
}
