/* A made-up solver: spends some CPU time and fails while words occur often enough in its input.
 *
 * usage: own-cost-solver MILLISECONDS WORD=LEAST... FILE
 *
 * Linked statically, so that starting it costs as little as can be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *content(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        return NULL;
    long size = ftell(file);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(file);
    if (text)
        text[fread(text, 1, (size_t)size, file)] = 0;
    fclose(file);
    return text;
}

static int occurs(const char *text, const char *word, size_t length, long least)
{
    for (; least > 0; least--) {
        for (text = strchr(text, *word); text && strncmp(text, word, length); text = strchr(text + 1, *word))
            ;
        if (!text++)
            return 0;
    }
    return 1;
}

/* CPU time. The clock of the process would stand still between two ticks of the kernel: that is how it keeps accounts of a
 * process with a limit on CPU time. */
static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    char *text = argc < 3 ? NULL : content(argv[argc - 1]);
    if (!text)
        return 2;
    int fails = 1;
    for (int i = 2; i < argc - 1; i++) {
        const char *equals = strchr(argv[i], '=');
        if (!equals)
            return 2;
        fails &= occurs(text, argv[i], (size_t)(equals - argv[i]), atol(equals + 1));
    }
    while (milliseconds() < atof(argv[1]))
        ;
    fputs(fails ? "fatal error: made up\n" : "unsat\n", fails ? stderr : stdout);
    return fails;
}
