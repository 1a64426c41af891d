package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.poolbench.compare.Criterion;
import io.poolbench.report.ReportFile;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Links, commands, studies and names in the README and in {@code docs/} are valid. */
class DocumentationTest {
  private static final Path HOME = Poolbench.home();
  private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
  private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern OF_COMMIT = Pattern.compile("can be run with commit [0-9a-f]{8}");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern COMMAND = Pattern.compile("\\./poolbench ((?:'[^']*'|[^|;)#>\n])*)");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  /** Properties that Maven's own plugins read. */
  private static final Set<String> OF_PLUGINS =
      Set.of(
          "skipTests",
          "test",
          "it.test",
          "surefire.failIfNoSpecifiedTests",
          "failsafe.failIfNoSpecifiedTests");

  private static final StudyLoader LOADER = Poolbench.loader(CellCheck.NONE);
  private static final StudyCatalog STUDIES = Poolbench.studies(LOADER);

  static List<Path> pages() throws IOException {
    try (Stream<Path> all = Files.walk(HOME.resolve("docs"))) {
      return Stream.concat(
              Stream.of(
                  HOME.resolve("README.md"),
                  HOME.resolve("CONTRIBUTING.md"),
                  HOME.resolve("CHANGELOG.md"),
                  HOME.resolve("bench-configs/README.md")),
              all.filter(page -> page.toString().endsWith(".md")))
          .sorted()
          .toList();
    }
  }

  /** Without results that can be repeated only with an earlier commit, which they name. */
  static List<Path> currentPages() throws IOException {
    List<Path> current = new ArrayList<>();
    for (Path page : pages()) {
      if (!page.startsWith(HOME.resolve("docs/results"))
          || !OF_COMMIT.matcher(Files.readString(page)).find()) {
        current.add(page);
      }
    }
    return current;
  }

  @Test
  void theReadmeIsAtMost110LinesOfAtMost100Characters() throws IOException {
    List<String> lines = Files.readAllLines(HOME.resolve("README.md"));
    assertThat(lines).hasSizeLessThanOrEqualTo(110);
    assertThat(lines).filteredOn(line -> line.length() > 100).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFilesAndHeadings(Path page) throws IOException {
    for (String link : groups(LINK, FENCED.matcher(Files.readString(page)).replaceAll(""), 1)) {
      if (link.startsWith("https://")) {
        continue;
      }
      String[] parts = link.split("#", 2);
      Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
      assertThat(target).as("%s in %s", link, page).exists();
      if (parts.length == 2) {
        assertThat(anchors(target)).as("%s in %s", link, page).contains(parts[1]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("currentPages")
  void commandsAreValidWithTheirStudiesSettingsAndCriteria(Path page) throws IOException {
    for (String typed : groups(COMMAND, code(page), 1)) {
      String[] words =
          WORD.matcher(typed).results().map(DocumentationTest::unquoted).toArray(String[]::new);
      assertThatCode(() -> parse(words)).as("%s in %s", typed, page).doesNotThrowAnyException();
    }
  }

  private void parse(String... words) {
    if (words.length == 1) {
      assertThat(Poolbench.commandLine().getSubcommands()).containsKey(words[0]);
      return;
    }
    CommandLine.ParseResult command = Poolbench.commandLine().parseArgs(words).subcommand();
    if (command.commandSpec().name().equals("run")) {
      List<String> changes = command.matchedOptionValue("--set", List.of());
      List<String> names = command.matchedPositionalValue(0, List.of());
      for (String name : names) {
        if (!name.endsWith(".yaml")) {
          LOADER.load(STUDIES.find(name), changes);
        }
      }
    }
    if (command.commandSpec().name().equals("compare")) {
      List<String> criteria = command.matchedOptionValue("--fail-on", List.of());
      criteria.forEach(Criterion::parse);
    }
  }

  @ParameterizedTest
  @MethodSource("currentPages")
  void examplesOfStudiesAreValid(Path page) throws IOException {
    FENCED
        .matcher(Files.readString(page))
        .results()
        .filter(block -> block.group(1).equals("yaml"))
        .map(block -> block.group(2))
        .forEach(
            yaml ->
                assertThatCode(() -> LOADER.parse("example", "example", yaml, List.of()))
                    .as("%s in %s", yaml, page)
                    .doesNotThrowAnyException());
  }

  @ParameterizedTest
  @MethodSource("currentPages")
  void mavenProfilesModulesAndPropertiesExist(Path page) throws IOException {
    String poms =
        Files.readString(HOME.resolve("pom.xml"))
            + Files.readString(HOME.resolve("consumer-loadgen/pom.xml"))
            + Files.readString(HOME.resolve("provider/agent/pom.xml"));
    for (String command : groups(Pattern.compile("mvn ([^\n]*)"), code(page), 1)) {
      for (String profile : groups(Pattern.compile("-P(\\w+)"), command, 1)) {
        assertThat(poms).contains("<id>" + profile + "</id>");
      }
      for (String module : groups(Pattern.compile("-pl (\\S+)"), command, 1)) {
        assertThat(HOME.resolve(module).resolve("pom.xml")).exists();
      }
      for (String property : groups(Pattern.compile("-D([\\w.]+)"), command, 1)) {
        if (!OF_PLUGINS.contains(property) && !poms.contains("<" + property)) {
          assertThat(TestSources.TEXT)
              .as("-D%s in %s", property, page)
              .contains('"' + property + '"');
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("currentPages")
  void testsAndScriptsThatAreNamedExist(Path page) throws IOException {
    for (String script : groups(Pattern.compile("\\.ci/[a-z-]+"), code(page), 0)) {
      assertThat(HOME.resolve(script)).isExecutable();
    }
    String inline = String.join("\n", groups(INLINE, Files.readString(page), 1));
    for (String test : groups(Pattern.compile("(?m)^[A-Z][A-Za-z]+(?:IT|Test)$"), inline, 0)) {
      assertThat(TestSources.TEXT).contains("class " + test + " ");
    }
  }

  @Test
  void pagesThatCodeStudiesAndScriptsNameExist() {
    for (String folder : List.of("consumer-loadgen/src/main", "bench-configs", ".ci", "provider")) {
      for (String page :
          groups(Pattern.compile("(?<![\\w/.])docs/[\\w./-]+\\.md"), text(folder), 0)) {
        assertThat(HOME.resolve(page)).as("named in %s", folder).exists();
      }
    }
  }

  private static String text(String folder) {
    try (Stream<Path> all = Files.walk(HOME.resolve(folder))) {
      return all.filter(
              file ->
                  !file.toString().contains("/target/")
                      && (folder.equals(".ci")
                          || file.toString().matches(".*\\.(java|jte|ya?ml|json)")))
          .filter(Files::isRegularFile)
          .map(DocumentationTest::read)
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyFileOfAResultsFolderIsDescribed() throws IOException {
    String page = Files.readString(HOME.resolve("docs/reference/files.md"));
    assertThat(ReportFile.values())
        .allSatisfy(file -> assertThat(page).contains("| `" + file.fileName() + "` | "));
  }

  @Test
  void everyPackageOfTheDriverIsInTheArchitecture() throws IOException {
    String page = Files.readString(HOME.resolve("docs/explanation/architecture.md"));
    try (Stream<Path> packages =
        Files.list(HOME.resolve("consumer-loadgen/src/main/java/io/poolbench"))) {
      assertThat(packages).allMatch(each -> page.contains(" | `" + each.getFileName() + "` | "));
    }
  }

  /** The shell's part of a page: its blocks of commands and its inline code. */
  private static String code(Path page) throws IOException {
    String text = Files.readString(page);
    String blocks =
        FENCED
            .matcher(text)
            .results()
            .filter(block -> !block.group(1).equals("yaml"))
            .map(block -> block.group(2).replace("\\\n", " "))
            .collect(Collectors.joining("\n"));
    String inline = String.join("\n", groups(INLINE, FENCED.matcher(text).replaceAll(""), 1));
    return blocks + "\n" + inline;
  }

  /** All test sources, read once. */
  private static final class TestSources {
    static final String TEXT =
        Stream.of(
                "consumer-loadgen",
                "provider/core",
                "provider/api",
                "provider/server",
                "provider/web",
                "provider/agent",
                "redis")
            .map(module -> text(module + "/src/test/java"))
            .collect(Collectors.joining());
  }

  /** The anchors of a page's headings, as GitHub makes them. */
  private static List<String> anchors(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  private static List<String> groups(Pattern pattern, String text, int group) {
    return pattern.matcher(text).results().map(match -> match.group(group)).toList();
  }

  /** A word as a shell passes it on. */
  private static String unquoted(MatchResult word) {
    return Arrays.stream(word.group().split("(?<=^|=)(?=['\"])", 2))
        .map(part -> part.replaceFirst("^(['\"])(.*)\\1$", "$2"))
        .collect(Collectors.joining());
  }
}
