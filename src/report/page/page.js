"use strict";
// Draws the table and the cases from the data of the page, whose words are added as text, never as HTML. The state is
// in the URL after `#`, so that a view can be linked to: `#filter=z3&standing=new&sort=-runs&by=group&page=2`, or
// `#case-0123456789ab`.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { fields, words, rows } = data;
  const PAGE = 100;
  const MOST_PRINTED = 2000;
  const MOST_CHOICES = 300;
  const place = document.getElementById("cases");
  const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
  const short = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const order = new Intl.Collator("en", { numeric: true });
  const tones = new Map(data.counts.map((it) => [it.name, it.tone]));

  // ---- data ----

  const fieldOf = (name) => fields.findIndex((field) => field.name === name);
  const anchorOf = (row) => rows[row][0];
  // The value of a field in a row: null, a number or a word.
  const value = (row, field) => {
    const found = rows[row][field + 1];
    return typeof found === "number" && fields[field].text ? words[found] : found;
  };
  const shown = (row, field) => {
    const found = value(row, field);
    if (found === null) return "–";
    if (typeof found === "string") return found;
    const { unit } = fields[field];
    if (unit === "s") return short.format(found);
    if (unit !== "%") return numbers.format(found);
    // Not everything is gone until all is, and not nothing.
    const percent = found > 0 && found < 100 ? Math.min(99.9, Math.max(0.1, found)) : found;
    return `${short.format(percent)} %`;
  };
  const titleOf = (field) => {
    const { label, unit } = fields[field];
    return unit && unit !== "%" ? `${label} (${unit})` : label;
  };
  const inTable = fields.map((_, at) => at).filter((at) => fields[at].place === "table");
  // A column whose value is the same in all rows says nothing.
  const varies = (field) => rows.some((_, row) => value(row, field) !== value(0, field));
  const columns = inTable.filter((at) => at === 0 || rows.length < 2 || !fields[at].choice || varies(at));
  const rivals = inTable.filter((at) => fields[at].rival);
  const rowOf = new Map(rows.map((_, row) => [anchorOf(row), row]));

  const choicesOf = (field) => {
    const counts = new Map();
    rows.forEach((_, row) => {
      const found = value(row, field) ?? "";
      counts.set(found, (counts.get(found) ?? 0) + 1);
    });
    return counts;
  };
  const choices = new Map();
  inTable.filter((at) => fields[at].choice).forEach((at) => {
    const found = choicesOf(at);
    if (found.size > 1 && found.size <= MOST_CHOICES) choices.set(at, found);
  });

  let searched = null;
  const contains = (row, part) => {
    searched ??= rows.map((_, it) =>
      fields.map((field, at) => (field.text ? value(it, at) ?? "" : "")).join("\n").toLowerCase());
    return searched[row].includes(part);
  };

  // ---- state ----

  const state = () => {
    const hash = location.hash.slice(1);
    if (rowOf.has(hash)) return { row: rowOf.get(hash), params: last };
    const params = new URLSearchParams(hash);
    last = params;
    return { row: null, params };
  };
  let last = new URLSearchParams();
  const hashOf = (params) => "#" + (params.toString() || "all");
  const change = (changes) => {
    const params = new URLSearchParams(last);
    params.delete("all");
    params.delete("page");
    for (const [name, wanted] of Object.entries(changes)) {
      if (wanted === "") params.delete(name);
      else params.set(name, wanted);
    }
    location.replace(hashOf(params));
  };
  const groupedBy = (params) => {
    if (params.has("by")) return fieldOf(params.get("by"));
    return params.has("sort") ? -1 : fieldOf(data.by);
  };
  const sortedBy = (params) => {
    const sort = params.get("sort") ?? "";
    const falls = sort.startsWith("-");
    return { field: fieldOf(falls ? sort.slice(1) : sort), falls };
  };

  // The rows that are wanted, in order, and the field that they are grouped by.
  const wantedRows = (params) => {
    const parts = (params.get("filter") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = [...choices.keys()].filter((at) => params.has(fields[at].name))
      .map((at) => [at, params.get(fields[at].name)]);
    const found = rows.map((_, row) => row).filter((row) =>
      chosen.every(([at, wanted]) => (value(row, at) ?? "") === wanted) && parts.every((part) => contains(row, part)));
    const { field, falls } = sortedBy(params);
    if (field >= 0) {
      const sign = falls ? -1 : 1;
      found.sort((a, b) => {
        const [one, other] = [value(a, field), value(b, field)];
        // What is not known comes last in both directions.
        if (one === null || other === null) return (one === null) - (other === null) || a - b;
        return sign * (fields[field].text ? order.compare(one, other) : one - other) || a - b;
      });
    }
    const by = groupedBy(params);
    if (by < 0) return { found, by, sizes: null };
    const groups = new Map();
    found.forEach((row) => {
      const name = value(row, by) ?? "";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(row);
    });
    const lists = [...groups.values()];
    // The first grouping keeps the order of the report; in others, the largest group comes first.
    if (fields[by].name !== data.by) lists.sort((a, b) => b.length - a.length);
    const sizes = new Map([...groups].map(([name, list]) => [name, list.length]));
    return { found: lists.flat(), by, sizes };
  };

  // ---- elements ----

  const element = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, wanted] of Object.entries(attributes)) made.setAttribute(name, wanted);
    made.append(...children);
    return made;
  };
  const drawn = (tag, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, wanted] of Object.entries(attributes)) made.setAttribute(name, wanted);
    made.append(...children);
    return made;
  };
  const button = (label, action, attributes = {}) => {
    const made = element("button", { type: "button", ...attributes }, label);
    made.addEventListener("click", action);
    return made;
  };
  const toned = (word) => {
    const tone = tones.get(word);
    return tone && tone !== "other" ? element("span", { class: tone }, word) : word;
  };

  // ---- controls, which stay while the table changes ----

  const filter = element("input", { type: "search", id: "filter", autocomplete: "off", spellcheck: "false" });
  filter.addEventListener("input", () => change({ filter: filter.value }));
  const fill = [(params) => {
    if (document.activeElement !== filter) filter.value = params.get("filter") ?? "";
  }];
  const select = (options, action) => {
    const made = element("select", {});
    options.forEach(([wanted, label]) => made.append(element("option", { value: wanted }, label)));
    made.addEventListener("change", () => action(made.value));
    return made;
  };
  const controls = () => {
    const made = element("form", { class: "controls", role: "search" });
    made.addEventListener("submit", (event) => event.preventDefault());
    made.append(element("label", { for: "filter" }, "filter (/)", filter));
    choices.forEach((counts, at) => {
      const { name, label } = fields[at];
      const found = [...counts.keys()];
      if (name !== data.by) found.sort(order.compare);
      // What is chosen is a number, because a word may be empty.
      const options = found.map((word, number) => [number, `${word || "none"} (${numbers.format(counts.get(word))})`]);
      const list = select([["", "all"], ...options], (number) => {
        const params = new URLSearchParams(last);
        params.delete("page");
        if (number === "") params.delete(name);
        else params.set(name, found[number]);
        location.replace(hashOf(params));
      });
      fill.push((params) => {
        list.value = params.has(name) ? found.indexOf(params.get(name)) : "";
      });
      made.append(element("label", {}, label, list));
    });
    const groupings = fields.filter((field, at) => field.choice && (varies(at) || field.name === data.by));
    if (groupings.length > 0) {
      const options = groupings.map(({ name, label }) => [name, label]);
      const list = select([["none", "none"], ...options], (name) => change({ by: name }));
      fill.push((params) => {
        list.value = fields[groupedBy(params)]?.name ?? "none";
      });
      made.append(element("label", {}, "group by", list));
    }
    return made;
  };

  // ---- the table ----

  const cell = (row, at) => {
    const { text, rival } = fields[at];
    const found = value(row, at);
    const kind = text ? (fields[at].choice ? "word" : "") : "number";
    const classes = [kind, found === null ? "empty" : ""].filter(Boolean);
    const made = element("td", { "data-label": titleOf(at) });
    if (at === 0) made.append(element("a", { href: "#" + anchorOf(row) }, shown(row, at)));
    else made.append(toned(shown(row, at)));
    if (rival && found !== null && rivals.length > 1 && found === least(row)) {
      classes.push("best");
      made.append(" ★", element("span", { class: "hidden" }, " best"));
    }
    if (classes.length > 0) made.className = classes.join(" ");
    return made;
  };
  const least = (row) => Math.min(...rivals.map((at) => value(row, at) ?? Infinity));

  const header = (params) => {
    const { field, falls } = sortedBy(params);
    const cells = columns.map((at) => {
      const { name, about, text } = fields[at];
      const made = element("th", { scope: "col", title: about ?? "", class: text ? "" : "number" });
      const mark = at === field ? (falls ? " ▼" : " ▲") : "";
      if (at === field) made.setAttribute("aria-sort", falls ? "descending" : "ascending");
      // Numbers begin with the largest, words with the first.
      const next = at === field ? (falls === !text ? (text ? "-" : "") + name : "") : (text ? "" : "-") + name;
      made.append(button(titleOf(at) + mark, () => change({ sort: next })));
      return made;
    });
    return element("thead", {}, element("tr", {}, ...cells));
  };

  const tableOf = (params, { found, by, sizes }, from, to) => {
    const body = element("tbody", {});
    let group = null;
    found.slice(from, to).forEach((row) => {
      const name = by < 0 ? null : value(row, by) ?? "";
      if (by >= 0 && name !== group) {
        const count = element("span", { class: "quiet" }, ` (${numbers.format(sizes.get(name))})`);
        const heading = element("th", { colspan: columns.length, scope: "colgroup" }, toned(name || "none"), count);
        body.append(element("tr", {}, heading));
        group = name;
      }
      body.append(element("tr", {}, ...columns.map((at) => cell(row, at))));
    });
    return element("div", { class: "table" }, element("table", {}, header(params), body));
  };

  const form = controls();
  const view = element("div", {});
  const showTable = (params, isPrinted = false) => {
    const wanted = wantedRows(params);
    const count = wanted.found.length;
    const pages = Math.max(1, Math.ceil(count / PAGE));
    const page = Math.min(pages, Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1));
    const from = isPrinted ? 0 : (page - 1) * PAGE;
    const to = Math.min(count, isPrinted ? MOST_PRINTED : from + PAGE);
    const turn = (to) => () => {
      const next = new URLSearchParams(last);
      next.set("page", to);
      location.replace(hashOf(next));
      window.scrollTo(0, 0);
    };
    const all = count === rows.length ? "" : ` (of ${numbers.format(rows.length)})`;
    const range = `${numbers.format(from + 1)} to ${numbers.format(to)} of ${numbers.format(count)}${all} rows`;
    const said = element("span", { role: "status" }, count === 0 ? "no row fits" : range);
    const pager = element("nav", { class: "pager", "aria-label": "pages" }, said);
    if (pages > 1) {
      pager.append(button("previous", turn(page - 1), page === 1 ? { disabled: "" } : {}),
        button("next", turn(page + 1), page === pages ? { disabled: "" } : {}));
    }
    fill.forEach((control) => control(params));
    view.replaceChildren(pager, tableOf(params, wanted, from, to));
    place.replaceChildren(form, view);
  };

  // ---- a case ----

  const traceOf = (points) => {
    const [width, height, left, right, top, bottom] = [640, 240, 64, 628, 12, 200];
    const most = Math.max(1, points[points.length - 1][0]);
    const sizes = points.map(([, bytes]) => Math.log10(Math.max(1, bytes)));
    const low = Math.floor(Math.min(...sizes));
    const high = Math.max(Math.ceil(Math.max(...sizes)), low + 1);
    const x = (runs) => (left + (right - left) * runs / most).toFixed(1);
    const y = (size) => (top + (bottom - top) * (high - size) / (high - low)).toFixed(1);
    const label = (at, words) => drawn("text", at, words);
    const name = "size against solver runs";
    const plot = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "trace", role: "img", "aria-label": name });
    for (let power = low; power <= high; power += 1) {
      const words = numbers.format(10 ** power);
      plot.append(drawn("line", { x1: left, x2: right, y1: y(power), y2: y(power) }),
        label({ x: left - 6, y: Number(y(power)) + 4, "text-anchor": "end" }, words));
    }
    const middle = (top + bottom) / 2;
    plot.append(
      drawn("path", { d: points.map(([runs], at) =>
        at === 0 ? `M${x(runs)} ${y(sizes[0])}` : `H${x(runs)}V${y(sizes[at])}`).join("") }),
      label({ x: left, y: bottom + 16 }, "0"),
      label({ x: right, y: bottom + 16, "text-anchor": "end" }, numbers.format(most)),
      label({ x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, "solver runs"),
      label({ x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, "bytes"));
    return element("figure", {}, element("figcaption", {}, name), plot);
  };

  const ALONE = 8;
  const textOf = ({ title, note, pieces }, isMarked) => {
    const code = element("pre", { tabindex: "0", "aria-label": title, class: isMarked ? title : "" });
    pieces.forEach(([kind, text]) => {
      const isAlone = kind >= ALONE;
      const mark = isMarked ? (isAlone ? " alone" : " both") : "";
      code.append(kind === 0 && !isMarked ? text : element("span", { class: `c${kind % ALONE}${mark}` }, text));
    });
    const caption = element("figcaption", {}, title, element("span", { class: "quiet" }, ` ${note}`));
    return element("figure", {}, caption, ...(pieces.length > 0 ? [code] : []));
  };

  const callsOf = ([head, ...calls]) => {
    const cellOf = (tag, words) => element(tag, { class: words.endsWith(" ★") ? "best" : "" }, words);
    const cells = (tag) => (call) => element("tr", {}, ...call.map((words) => cellOf(tag, words)));
    return element("div", { class: "table" },
      element("table", {}, element("thead", {}, cells("th")(head)), element("tbody", {}, ...calls.map(cells("td")))));
  };

  // The facts that are shown in this place. What has been said in many words is not said again.
  const factsOf = (row, place, said) => {
    const list = element("dl", { class: "facts" });
    fields.forEach((field, at) => {
      const found = value(row, at);
      if (at === 0 || field.place !== place || field.rival || found === null || said.has(found)) return;
      if (String(found).length > 12) said.add(found);
      const words = shown(row, at) + (field.unit && field.unit !== "%" ? ` ${field.unit}` : "");
      const isChoice = field.choice && choices.has(at);
      const others = isChoice && hashOf(new URLSearchParams({ [field.name]: found }));
      const link = isChoice ? element("a", { href: others }, words) : toned(words);
      list.append(element("div", { class: words.length > 80 ? "wide" : "" },
        element("dt", { title: field.about ?? "" }, field.label), element("dd", {}, link)));
    });
    return list;
  };

  const showCase = (row, params) => {
    const { found } = wantedRows(params);
    const at = found.indexOf(row);
    const step = (label, other) =>
      button(label, () => location.replace("#" + anchorOf(other)), other === undefined ? { disabled: "" } : {});
    const back = element("a", { href: hashOf(params), id: "back" }, "all cases (Esc)");
    const both = [step("previous", found[at - 1]), step("next", at < 0 ? undefined : found[at + 1])];
    const steps = element("nav", { class: "pager steps", "aria-label": "cases" }, back, ...both);
    const name = element("h2", {}, shown(row, 0));
    const article = element("article", { "data-case": anchorOf(row), tabindex: "-1" }, name);
    const detail = data.details[row] ?? {};
    const said = new Set();
    article.append(factsOf(row, "table", said));
    if (detail.calls) article.append(element("h3", {}, "what each tool did"), callsOf(detail.calls));
    if (detail.texts) {
      const isMarked = detail.texts.some(({ pieces }) => pieces.some(([kind]) => kind >= ALONE));
      const legend = "Shaded is what has stayed of the original, and what is new in the result.";
      article.append(element("h3", {}, "texts"));
      if (isMarked) article.append(element("p", { class: "quiet" }, legend));
      article.append(element("div", { class: "texts" }, ...detail.texts.map((text) => textOf(text, isMarked))));
    }
    (detail.commands ?? []).forEach(([what, command]) =>
      article.append(element("h3", {}, what), element("pre", { class: "command", tabindex: "0" }, command)));
    if (detail.trace?.length > 1) article.append(traceOf(detail.trace));
    if (!detail.texts) {
      const why = "Texts are left out here, because a page with those of all cases would be too large.";
      article.append(element("p", {}, why));
    }
    article.append(factsOf(row, "facts", said));
    place.replaceChildren(steps, article);
    article.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  const show = () => {
    const { row, params } = state();
    if (row === null) showTable(params);
    else showCase(row, params);
  };

  window.addEventListener("hashchange", show);
  window.addEventListener("beforeprint", () => {
    const { row, params } = state();
    if (row === null) showTable(params, true);
  });
  window.addEventListener("afterprint", show);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = ["INPUT", "SELECT"].includes(document.activeElement?.tagName);
    if (event.key === "Escape") document.getElementById("back")?.click();
    else if (event.key === "/" && !isTyping && filter.isConnected) {
      event.preventDefault();
      filter.focus();
    }
  });
  show();
})();
