package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Jars;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a terminal gets where texts of others would command it: each way into poolbench has the same
 * text, and each must come out as escapes.
 */
@Tag("nightly")
@EnabledOnOs(value = OS.LINUX, disabledReason = "a pseudo-terminal of util-linux")
class HostileTextIT {
  /**
   * A window's title, a bell, a line written over, bidi and zero-width characters, and a C1 code.
   */
  private static final String HOSTILE = "\u001b]0;owned\u0007\rover\u202eleft\u200b\u009b2J\b";

  /** What of it is found in each output, however the rest is cut or quoted. */
  private static final String SHOWN = "owned";

  /** The only codes that poolbench sends: colours, and those of its progress line. */
  private static final Pattern OWN_CODES = Pattern.compile("\r?\u001b\\[[0-9;]*[mJA]|\r+\n");

  private static final Pattern OBEYED =
      Pattern.compile("[\\p{Cntrl}\\p{Cf}\u0080-\u009f&&[^\n\t]]");

  @TempDir private Path folder;

  /**
   * A way in.
   *
   * @param arguments of the command
   */
  private record Way(String name, List<String> arguments) {
    static Way of(String name, String... arguments) {
      return new Way(name, List.of(arguments));
    }
  }

  @Test
  void nothingFromOutsideCommandsATerminal() throws Exception {
    try (ServerSocket redis = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> refuseAll(redis), "hostile-redis");
      server.setDaemon(true);
      server.start();

      List<Way> ways = ways(redis.getLocalPort());
      String output = onTerminal(ways);

      List<String> each = List.of(output.split("WAY ", -1));
      assertThat(each).hasSize(ways.size() + 1);
      assertThat(each.subList(1, each.size()))
          .allSatisfy(shown -> assertThat(shown).contains(SHOWN));
      assertThat(OWN_CODES.matcher(output).replaceAll("\n")).doesNotContainPattern(OBEYED);
    }
  }

  private List<Way> ways(int redis) throws IOException {
    Path run = SavedRuns.quick(folder, HOSTILE).path();
    return List.of(
        Way.of("title", "run", study("title", "title: %s"), "--dry-run"),
        Way.of("cell", "run", study("cell", "cells: [{name: %s}]"), "--dry-run"),
        Way.of("setting", "run", study("setting", "provider: {%s: 1}")),
        Way.of("value", "run", study("value", "provider: {threadpool: %s}")),
        Way.of("consent", "run", study("consent", "provider: {jvm: {options: [%s]}}")),
        Way.of("option", "run", "--" + HOSTILE),
        Way.of("study", "run", HOSTILE),
        Way.of("path of --set", "run", "quick", "--set", HOSTILE + "=1"),
        Way.of("bound", "run", "quick", "--sla", HOSTILE + "=1ms"),
        Way.of("name of a jar", "inspect", HOSTILE + ".jar"),
        Way.of("output of a program", "inspect", failingProgram().toString(), "--yes"),
        Way.of("errors of a command", "observe", "1", "--yes", "--on", failingCommand()),
        Way.of("arrivals", "run", "quick", "--arrivals", HOSTILE),
        Way.of("result", "report", run.toString()),
        Way.of("broken result", "report", Files.createDirectory(brokenRun()).toString()),
        Way.of("results", "compare", run.toString(), HOSTILE),
        Way.of(
            "answer of Redis",
            "run",
            study("redis", "redis: {uri: \"redis://127.0.0.1:" + redis + "\"}"),
            "--yes"));
  }

  /** A study with the text, as YAML quotes it, at {@code %s}. */
  private String study(String name, String yaml) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    return Files.writeString(file, yaml.formatted(quoted()) + "\n").toString();
  }

  /** A program that prints the text and ends. */
  private Path failingProgram() throws IOException {
    return Jars.write(folder.resolve("hostile.jar"), "Main-Class", HostileProgram.class);
  }

  /** A command that prints the text in place of starting a shell. */
  private String failingCommand() throws IOException {
    Path script = folder.resolve("on");
    return "sh " + Files.writeString(script, "echo '" + HOSTILE + "' >&2; exit 1\n");
  }

  /** Ends as a program that cannot start. */
  static final class HostileProgram {
    private HostileProgram() {}

    public static void main(String[] arguments) {
      System.err.println(HOSTILE);
      System.exit(3);
    }
  }

  /** As JSON and YAML quote the text. */
  private static String quoted() {
    StringBuilder quoted = new StringBuilder("\"");
    HOSTILE.chars().forEach(c -> quoted.append(String.format("\\u%04x", c)));
    return quoted.append('"').toString();
  }

  private Path brokenRun() {
    return folder.resolve("broken" + HOSTILE);
  }

  private String onTerminal(List<Way> ways) throws IOException, InterruptedException {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dpoolbench.terminal=true",
            "-Dstdout.encoding=UTF-8",
            "-Dfile.encoding=UTF-8",
            "-Dsun.jnu.encoding=UTF-8",
            "-Dpoolbench.home=" + Poolbench.home(),
            "-cp",
            System.getProperty("java.class.path"),
            Poolbench.class.getName());
    StringBuilder script = new StringBuilder();
    for (Way way : ways) {
      List<String> command = new ArrayList<>(java);
      command.addAll(way.arguments());
      script.append("echo 'WAY ").append(way.name()).append("'\n");
      command.forEach(word -> script.append("'").append(word).append("' "));
      script.append("2>&1 </dev/null\n");
    }
    Path file = Files.writeString(folder.resolve("commands.sh"), script);
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qec", "sh " + file, "/dev/null")
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true);
    builder.environment().put("TERM", "xterm");
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process terminal = builder.start();
    String output = new String(terminal.getInputStream().readAllBytes(), UTF_8);
    assertThat(terminal.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output;
  }

  private static void refuseAll(ServerSocket redis) {
    while (!redis.isClosed()) {
      try (Socket client = redis.accept()) {
        OutputStream out = client.getOutputStream();
        while (client.getInputStream().read() >= 0) {
          out.write(("-ERR " + HOSTILE.replace("\r", "") + "\r\n").getBytes(UTF_8));
          out.flush();
        }
      } catch (IOException e) {
        // The client is gone, or the test has ended.
      }
    }
  }
}
