package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The shell that the command of a side runs first. It finds or receives the build and is then
 * replaced by a JVM. It gets a line only after it has answered the last one; it can therefore not
 * read ahead and lose input of the JVM.
 */
record SideShell(Process process) {
  private static final String ANSWER = "poolbench-side:";

  /** The number of builds that the cache keeps, the most recently used ones. */
  private static final int BUILDS = 3;

  /** A build whose sending began so long ago was cut. */
  private static final int STALE_MINUTES = 60;

  /** As in the launcher script {@code ./poolbench}; a side without heap is reported as lost. */
  private static final String JVM_OPTIONS =
      "-XX:+ExitOnOutOfMemoryError -Xms256m -Xmx512m -XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions"
          + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
          + " -Ddubbo.application.logger=slf4j -Dio.netty.leakDetection.level=disabled";

  /** Makes the shell look for the build: its first answer. */
  boolean finds(Build build) throws IOException {
    Path jar = build.home().resolve(Build.DRIVER);
    String here = quoted(build.home().toString());
    String java = quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String found =
        ask(
            """
            umask 077; case "${JAVA_TOOL_OPTIONS:-}" in *poolbench-provider-agent*) \
            unset JAVA_TOOL_OPTIONS;; esac; j="${JAVA_HOME:+$JAVA_HOME/bin/}java"; h="${POOLBENCH_HOME:-}"; \
            c="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/poolbench-sides"; \
            if [ -z "$h" ] && [ -f %1$s/%2$s ] && \
            [ "$(sha256sum < %1$s/%2$s | cut -c1-64)" = %3$s ]; then \
            h=%1$s; [ -x %4$s ] && j=%4$s; fi; \
            [ -n "$h" ] || [ ! -e "$c/%5$s" ] || { h="$c/%5$s"; touch "$h"; }; \
            command -v "$j" >/dev/null || { echo "no java on the PATH" >&2; exit 1; }; \
            echo %6$s ${h:+found}
            """
                .formatted(here, Build.DRIVER, Build.hash(jar), java, build.hash(), ANSWER));
    return !found.isEmpty();
  }

  /** Makes the shell replace itself by the JVM of the build that it found or received. */
  void launch() throws IOException {
    String unused =
        ask(
            """
            echo %s go; exec "$j" %s ${POOLBENCH_JAVA_OPTIONS:-} -Dpoolbench.home="$h" \
            -cp "$h/%s:$h/consumer-loadgen/target/lib/*" io.poolbench.cli.Poolbench side --cache "$c"
            """
                .formatted(ANSWER, JVM_OPTIONS, Build.DRIVER));
  }

  /** Sends the build to a shell that did not find it; another run may send it at the same time. */
  void send(Build build) throws IOException {
    Path archive = Files.createTempFile("poolbench-build", ".tar");
    try {
      List<String> tar =
          new ArrayList<>(
              List.of("tar", "-C", build.home().toString(), "-chf", archive.toString()));
      tar.addAll(build.files());
      Process packing = new ProcessBuilder(tar).inheritIO().start();
      if (packing.waitFor() != 0) {
        throw new IOException("tar failed");
      }
      String unused =
          ask(
              """
              t="$c/%1$s.$$"; mkdir -p "$c" && find "$c" -maxdepth 1 -name '*.*' -mmin +%6$d \
              -exec rm -rf {} + ; mkdir "$t" && echo %2$s go && \
              head -c %3$d | tar -xf - -C "$t" && { mv -T "$t" "$c/%1$s" || [ -e "$c/%1$s" ]; } && \
              rm -rf "$t" && h="$c/%1$s" && touch "$h" && \
              { ls -dt "$c"/*/ | grep -E '/[0-9a-f]{64}/$' | tail -n +%4$d | \
              while read -r old; do rm -rf "$old"; done; echo %2$s done; } || { rm -rf "$t"; \
              echo "$c: %5$d MiB of poolbench not written" >&2; exit 1; }
              """
                  .formatted(
                      build.hash(),
                      ANSWER,
                      Files.size(archive),
                      BUILDS + 1,
                      Files.size(archive) >> 20,
                      STALE_MINUTES));
      Files.copy(archive, process.getOutputStream());
      process.getOutputStream().flush();
      unused = answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.delete(archive);
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private String ask(String line) throws IOException {
    process.getOutputStream().write(line.getBytes(UTF_8));
    process.getOutputStream().flush();
    return answer();
  }

  /** Reads the shell's next answer, and skips what a login prints before it. */
  private String answer() throws IOException {
    while (true) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      InputStream in = process.getInputStream();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new IOException("ended");
        }
        line.write(next);
      }
      String text = line.toString(UTF_8);
      if (text.startsWith(ANSWER)) {
        return text.substring(ANSWER.length()).strip();
      }
    }
  }
}
