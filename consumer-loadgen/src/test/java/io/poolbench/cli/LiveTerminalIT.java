package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live view on a real pseudo-terminal, which {@code script} of util-linux provides. */
class LiveTerminalIT {
  private static final String ESCAPE = "\u001b";
  private static final int COLUMNS = 80;
  private static final int ROWS = 400;

  @TempDir private Path folder;

  @BeforeAll
  static void leaveOutWhereThereIsNoScript() {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "script")));
    if (!there || !System.getProperty("os.name").equals("Linux")) {
      System.out.println("[left out] the live view: there is no 'script' of util-linux");
      Assumptions.abort("no 'script' of util-linux");
    }
  }

  @Test
  void afterCtrlCTheTerminalIsAsItWasAndTheAnswerStandsLast() throws Exception {
    Signals.assumeSigintIsHeard();
    Process terminal = run("measure: 10m");
    String said = readUntil(terminal.getInputStream(), "step  1/1");
    ProcessHandle driver = terminal.children().findFirst().orElseThrow();

    new ProcessBuilder("kill", "-INT", Long.toString(driver.pid())).start().waitFor();
    said += new String(terminal.getInputStream().readAllBytes(), UTF_8);

    assertThat(terminal.waitFor()).as(said).isEqualTo(ExitCode.INTERRUPTED.code());
    assertTerminalIsAsItWas(said);
    assertThat(VirtualScreen.of(said, COLUMNS, ROWS))
        .contains("INTERRUPTED: these results are partial.", "Most users within the SLA")
        .noneMatch(line -> line.endsWith(" left"))
        .last()
        .asString()
        .contains("--full prints them");
  }

  private static void assertTerminalIsAsItWas(String said) {
    assertThat(said).contains(ESCAPE + "[J", " left");
    // Cursor up, clearing, colours and back; nothing that outlives its line.
    assertThat(said.replaceAll(ESCAPE + "\\[(?:[0-9]*[AJK]|3[1239]m)", "")).doesNotContain(ESCAPE);
    assertThat(said.lastIndexOf(ESCAPE + "[39m")).isGreaterThan(said.lastIndexOf(ESCAPE + "[33m"));
  }

  private Process run(String load) throws IOException {
    Path study =
        Files.writeString(
            folder.resolve("live.yaml"),
            """
            provider: {threads: 4, queues: 10, jvm: {options: [-Xmx256m]}}
            redis: {kind: embedded, records: 10, latency: 1ms}
            load: {users: 1, warmup: 1s, settle: 0s, %s}
            """
                .formatted(load));
    String command =
        Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpoolbench.home=" + Poolbench.home(),
                "-Dpoolbench.terminal=true",
                "-Ddubbo.application.logger=slf4j",
                "-Dstdout.encoding=UTF-8",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                Poolbench.class.getName(),
                "run",
                study.toString(),
                "--out",
                folder.resolve("results").toString())
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder builder =
        new ProcessBuilder(List.of("script", "-qec", "exec " + command, "/dev/null"));
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    return builder.redirectErrorStream(true).start();
  }

  private static String readUntil(InputStream in, String awaited) throws IOException {
    StringBuilder said = new StringBuilder();
    byte[] some = new byte[4096];
    for (int read = in.read(some); read >= 0; read = in.read(some)) {
      said.append(new String(some, 0, read, UTF_8));
      if (said.toString().contains(awaited)) {
        break;
      }
    }
    return said.toString();
  }
}
