/* Counts solver runs from outside: appends a byte to a file, then becomes the program that its arguments name.
 *
 * `compare` writes the file's name into the compiled program, in place of the mark below. Were it an argument or in
 * the environment, it would be part of the question that a tool asks, and a tool that remembers answers would find
 * none of them again. Linked statically, so that it starts as fast as can be and loads no library in the solver's stead.
 */
#include <fcntl.h>
#include <unistd.h>

/* Longest name of a file on Linux. Volatile: the compiler must not rely on what stands here now. */
static const volatile char counter[4096] = "@the counter's file@";

int main(int argc, char **argv)
{
    int file = open((const char *)counter, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (argc < 2 || file < 0 || write(file, ".", 1) != 1)
        return 126;
    execv(argv[1], argv + 1);
    return 127;
}
