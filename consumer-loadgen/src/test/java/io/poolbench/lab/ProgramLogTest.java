package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.AgentProtocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a program, as it is written, and its tail in failures. */
class ProgramLogTest {
  private static final int LIMIT = 100;
  private static final int LINE_BYTES = "line 0000\n".length();

  @TempDir private Path folder;

  private List<String> logged(int lines) throws IOException {
    Path file = folder.resolve("log");
    try (CappedLog log = new CappedLog(file, LIMIT, LIMIT)) {
      for (String line : lines(0, lines)) {
        log.append(line);
        assertThat(Files.size(file)).isLessThan(4 * LIMIT);
      }
    }
    return Files.readAllLines(file);
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to).mapToObj("line %04d"::formatted).toList();
  }

  @Test
  void aLogWithinItsLimitIsWhole() throws IOException {
    assertThat(logged(30)).isEqualTo(lines(0, 30));
  }

  @Test
  void aLongLogKeepsItsBeginningAndItsEndAndCountsTheBytesBetween() throws IOException {
    for (int written : List.of(31, 32, 1_000, 5_007)) {
      Files.deleteIfExists(folder.resolve("log"));
      List<String> kept = logged(written);
      int ending = kept.size() - 11;

      assertThat(kept.subList(0, 10)).isEqualTo(lines(0, 10));
      assertThat(ending).isBetween(9, 20);
      assertThat(kept.subList(11, kept.size())).isEqualTo(lines(written - ending, written));
      assertThat(kept.get(10))
          .isEqualTo("[" + (written - 10 - ending) * LINE_BYTES + " bytes left out]");
    }
  }

  @Test
  void aLogIsContinued() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), "earlier\n");
    try (CappedLog log = new CappedLog(file)) {
      log.append("later");
    }
    assertThat(file).hasContent("earlier\nlater\n");
  }

  @Test
  void aLineWithoutAnEndIsReadInParts() throws IOException {
    int length = 2 * AgentProtocol.MAX_LINE + 1;
    BufferedReader in = new BufferedReader(new StringReader("x".repeat(length) + "\r\n\nlast"));

    assertThat(ProviderOutput.line(in)).hasSize(AgentProtocol.MAX_LINE);
    assertThat(ProviderOutput.line(in)).hasSize(AgentProtocol.MAX_LINE);
    assertThat(ProviderOutput.line(in)).isEqualTo("x");
    assertThat(ProviderOutput.line(in)).isEmpty();
    assertThat(ProviderOutput.line(in)).isEqualTo("last");
    assertThat(ProviderOutput.line(in)).isNull();
  }

  @Test
  void theCauseStaysInTheTailInFrontOfTheNoiseOfShuttingDown() throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "Caused by: java.lang.IllegalStateException: the first",
                "\u001b[1;31mERROR\u001b[m registry away"));
    IntStream.range(0, 9).forEach(line -> lines.add("stopping part " + line));
    lines.addAll(
        List.of(
            "\tat com.example.Main.main(Main.java:7)",
            "\t... 12 more",
            "V  [libjvm.so+0x8b2f11]  JavaMain",
            ""));
    Path log = Files.write(folder.resolve("log"), lines);

    assertThat(LogTail.of(log))
        .hasSize(8)
        .startsWith("ERROR registry away", "stopping part 2")
        .endsWith("stopping part 8");
    assertThat(LogTail.matches(log, Pattern.compile("ERROR reg.*"))).hasSize(1);
  }

  @Test
  void aCauseAmongTheLastLinesIsNotRepeated() throws IOException {
    Path log = Files.write(folder.resolve("log"), List.of("ERROR one", "ERROR two", "stopped"));
    assertThat(LogTail.of(log)).containsExactly("ERROR one", "ERROR two", "stopped");
  }
}
