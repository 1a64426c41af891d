package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyCatalog;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code mvn test -Dgolden.update=true} rewrites the expected messages. */
class BadCommandLineTest {
  private static final String STUDIES =
      Poolbench.studies(Poolbench.loader(CellCheck.NONE)).entries().stream()
          .map(StudyCatalog.Entry::name)
          .collect(Collectors.joining(", "));

  @TempDir private static Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    String good = save("good");
    save("better");
    save("cut", good.substring(0, good.length() / 2));
    save("later", good.replaceFirst("\"version\" : [0-9]+", "\"version\" : 99"));
    save("foreign", "{\"version\": \"1.0\", \"runs\": []}");
    Files.writeString(folder.resolve("file.txt"), "in the way");
    Files.writeString(folder.resolve("fine.yaml"), "title: t");
    Files.writeString(folder.resolve("faulty.yaml"), "provider: {threads: 0}");
    Files.writeString(folder.resolve("listing.yaml"), "studies: [quick, quik]");
    Files.write(folder.resolve("latin.yaml"), "title: café".getBytes(ISO_8859_1));
    Files.createDirectory(folder.resolve("folder.yaml"));
    if (Boolean.getBoolean("golden.update")) {
      BadCommandLine.update(bad -> answer(bad).err().stripTrailing());
    }
  }

  static List<BadCommandLine> all() {
    return BadCommandLine.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aMistakeIsAnsweredInOneLineOnStandardErrorAndWithExitCodeTwo(BadCommandLine bad) {
    Executed answer = answer(bad);

    assertThat(answer.err()).isEqualTo(bad.answer() + "\n").startsWith("poolbench: ");
    assertThat(answer.out()).isEmpty();
    assertThat(answer.exit()).isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void theTableIsReadWhole() {
    assertThat(all()).hasSizeGreaterThan(120).doesNotHaveDuplicates();
  }

  private static String save(String name) throws IOException {
    ResultsFolder run = new ResultsFolder(Files.createDirectory(folder.resolve(name)));
    run.result().write(SampleResult.studyResult());
    return Files.readString(run.result().path());
  }

  private static void save(String name, String result) throws IOException {
    Path run = Files.createDirectory(folder.resolve(name));
    Files.writeString(new ResultsFolder(run).result().path(), result);
  }

  /** The answer with names in place of this machine's folders. */
  private static Executed answer(BadCommandLine bad) {
    Executed answer = Executed.of(bad.arguments(folder));
    String anywhere =
        answer
            .err()
            .replace(folder.toString(), "DIR")
            .replace(Poolbench.home().toString(), "HOME")
            .replace(STUDIES, "STUDIES")
            .replaceFirst("at line [0-9]+: Unexpected end", "at line N: Unexpected end");
    return new Executed(answer.exit(), answer.out(), anywhere);
  }
}
