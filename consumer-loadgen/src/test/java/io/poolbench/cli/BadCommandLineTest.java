package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Journal;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The mistakes of {@code cli/bad-command-lines.txt}. */
class BadCommandLineTest {
  private static final Path TABLE =
      Path.of("src", "test", "resources", "cli", "bad-command-lines.txt");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|[^ ]+");
  @TempDir private static Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    String good =
        Files.readString(SavedRuns.repeated(folder, "good", 28).path().resolve(Journal.NAME));
    SavedRuns.repeated(folder, "better", 30);
    save("cut", good.substring(0, good.length() / 2).replaceFirst("\n", "\n\n"));
    save("later", good.replaceFirst("\"began\"", "\"beginning\""));
    save("foreign", "{\"version\": \"1.0\", \"runs\": []}\n{}\n");
    Files.createDirectory(folder.resolve("empty"));
    Files.writeString(folder.resolve("file.txt"), "in the way");
    Files.writeString(folder.resolve("fine.yaml"), "title: t");
    RecordedArrivals.write(folder.resolve("arrivals.txt"), List.of(1, 2));
    Files.writeString(
        folder.resolve("replayed.yaml"),
        "load: {rate: 10, arrivals: recorded, recording: none.txt}");
    Files.writeString(folder.resolve("faulty.yaml"), "provider: {threads: 0}");
  }

  private static void save(String name, String journal) throws IOException {
    Path run = SavedRuns.repeated(folder, name, 28).path();
    Files.writeString(run.resolve(Journal.NAME), journal);
  }

  /** What is typed, and what the answer names. */
  static List<Arguments> mistakes() throws IOException {
    List<String> lines = Files.readAllLines(TABLE);
    return IntStream.range(0, lines.size() - 1)
        .filter(i -> lines.get(i).startsWith("$ "))
        .mapToObj(
            i ->
                Arguments.of(
                    lines.get(i).substring(2), lines.get(i + 1).substring(3).split(" \\| ")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsAnsweredInOneLineOnStandardErrorAndWithExitCodeTwo(String typed, String[] named) {
    Executed answer =
        Executed.of(
            WORD.matcher(typed).results().map(BadCommandLineTest::word).toArray(String[]::new));
    assertThat(answer.exit()).isEqualTo(ExitCode.USAGE.code());
    assertThat(answer.out()).isEmpty();
    String line =
        answer.err().replace(folder.toString(), "DIR").replace("" + Poolbench.home(), "HOME");
    assertThat(line).startsWith("poolbench: ").hasLineCount(1).doesNotContain("secret");
    assertThat(line.strip().chars()).noneMatch(Character::isISOControl);
    assertThat(line).containsSubsequence(named);
  }

  /** A word as a shell passes it on. */
  private static String word(MatchResult word) {
    String text = word.group(1) == null ? word.group() : word.group(1);
    return text.replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\e", "\u001b")
        .replace("DIR", folder.toString());
  }
}
