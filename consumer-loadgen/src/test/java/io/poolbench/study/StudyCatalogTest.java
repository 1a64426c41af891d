package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.StudyCatalog.StudyGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyCatalogTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("quick.yaml"), "title: A quick one");
    Files.writeString(folder.resolve("broken.yml"), "titel: x");
    Files.writeString(folder.resolve("notes.md"), "no study");
  }

  @Test
  void studiesAreSortedByNameAndAnInvalidOneHasItsProblem() {
    List<StudyCatalog.Entry> entries = catalog().entries();

    assertThat(entries).extracting(StudyCatalog.Entry::name).containsExactly("broken", "quick");
    assertThat(entries.get(0).study()).isEmpty();
    assertThat(entries.get(1).study().orElseThrow().title()).isEqualTo("A quick one");
    assertThat(entries.get(0).problem().orElseThrow().place().line()).isEqualTo(1);
  }

  @Test
  void aStudyIsFoundByNameAndByFile() {
    Path file = folder.resolve("quick.yaml");

    assertThat(catalog().find("quick")).isEqualTo(file);
    assertThat(catalog().find(file.toString())).isEqualTo(file);
  }

  @Test
  void aStudyHasAGroup() throws IOException {
    Path file = folder.resolve("slow.yaml");
    Files.writeString(file, "group: self-tests");

    assertThat(catalog().entries())
        .extracting(StudyCatalog.Entry::group)
        .containsExactly(StudyGroup.QUESTIONS, StudyGroup.QUESTIONS, StudyGroup.SELF_TESTS);
  }

  @Test
  void anUnknownNameGivesTheNearestAndAllValidNames() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> catalog().find("quik"))
        .withMessage(
            folder
                + ": unknown study 'quik', did you mean 'quick'?"
                + " (valid: broken, quick, or a study's YAML file)");
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> catalog().find("\0"));
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> catalog().find(""));
  }

  @Test
  void aMissingFolderHasNoStudies() {
    StudyCatalog none = new StudyCatalog(folder.resolve("none"), PlainStudy.LOADER);

    assertThat(none.entries()).isEmpty();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> none.find("quick"))
        .withMessageEndingWith("(valid: a study's YAML file)");
  }

  @Test
  void aFileThatIsNoStudyIsNamed() throws IOException {
    Path latin = folder.resolve("latin.yaml");
    Files.write(latin, "title: Größe".getBytes(StandardCharsets.ISO_8859_1));
    Path spaced = Files.writeString(folder.resolve("my study.yaml"), "title: t");

    assertProblem(catalog().find(folder.resolve("missing.yaml").toString()), "a study's YAML file");
    assertProblem(folder, "a study's YAML file");
    assertProblem(latin, "UTF-8");
    assertProblem(spaced, "'my study'");
  }

  @Test
  void aFileMayHaveUpToOneMebibyte() throws IOException {
    Path file = folder.resolve("large.yaml");
    String study = "title: t\n#";
    Files.writeString(file, study + "x".repeat((1 << 20) - study.length()));
    assertThat(PlainStudy.LOADER.load(file, List.of()).title()).isEqualTo("t");

    Files.writeString(file, study + "x".repeat((1 << 20) - study.length() + 1));
    assertProblem(file, "1 MiB");
  }

  @Test
  void commentsAndBlankLinesCountAsLines() throws IOException {
    Path file = folder.resolve("lines.yaml");
    Files.writeString(file, "# a comment\r\n\r\ntitle: t\r\nprovider:\r\n  threads: 0\r\n");

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> PlainStudy.LOADER.load(file, List.of()))
        .extracting(ConfigException::place)
        .isEqualTo(new Place(file.toString(), 5, "provider.threads"));
  }

  private StudyCatalog catalog() {
    return new StudyCatalog(folder, PlainStudy.LOADER);
  }

  private void assertProblem(Path file, String named) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> PlainStudy.LOADER.load(file, List.of()))
        .withMessageStartingWith(file + ": ")
        .withMessageContaining(named);
  }

  /** As in the study that a run of it saves. */
  @Test
  void jvmOptionsOfAStudyInTheFolderNeedNoConsentElsewhere() throws IOException {
    String jvm = "provider: {jvm: {options: [-Xmx512m]}}";
    Files.writeString(folder.resolve("quick.yaml"), jvm);
    Path elsewhere = Files.createDirectory(folder.resolve("results"));
    Path same = Files.writeString(elsewhere.resolve("study.yaml"), jvm + "\nbefore: reset");
    Path other =
        Files.writeString(
            elsewhere.resolve("other.yaml"), "provider: {jvm: {options: [-javaagent:x.jar]}}");

    assertThat(catalog().needingConsent(folder.resolve("quick.yaml"))).isEmpty();
    assertThat(catalog().needingConsent(same)).containsExactly("before: reset");
    assertThat(catalog().needingConsent(other))
        .containsExactly("provider.jvm.options: -javaagent:x.jar");
  }
}
