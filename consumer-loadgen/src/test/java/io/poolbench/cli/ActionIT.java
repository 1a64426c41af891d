package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The shell part of {@code action.yml} with the variables that GitHub sets. {@code run} saves a
 * sample result; {@code compare} is poolbench's own.
 */
class ActionIT {
  private static final Path SCRIPT = Poolbench.home().resolve(".ci/action").toAbsolutePath();
  private static final String LAUNCHER =
      """
      #!/bin/bash
      printf '%%s\\n' "$*" >>"%1$s/calls"
      if [ "$1" = run ]; then
        [ ! -d "%1$s/measured" ] || { mkdir -p "$4/study" && cp -r "%1$s/measured" "$4/study/stamp"; }
        [[ $4 != *-base || ! -f "%1$s/code-of-base" ]] || exit "$(cat "%1$s/code-of-base")"
        exit "$(cat "%1$s/code")"
      fi
      exec "%2$s" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dpoolbench.home="%3$s" -cp "%4$s" io.poolbench.cli.Poolbench "$@"
      """;

  @TempDir private Path folder;

  /** The base branch of a pull request; empty for a push. */
  private String baseBranch = "";

  @BeforeEach
  void install() throws IOException {
    RunProcess.assumeLinux();
    Path launcher = folder.resolve("poolbench");
    Files.writeString(
        launcher,
        LAUNCHER.formatted(
            folder,
            Path.of(System.getProperty("java.home"), "bin", "java"),
            Poolbench.home().toAbsolutePath(),
            System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    measures(0);
  }

  private void measures(int exit) throws IOException {
    Files.writeString(folder.resolve("code"), Integer.toString(exit));
  }

  /**
   * Ends with this exit code.
   *
   * @param knee the users that the pool serves at once
   */
  private void measures(int knee, int exit) throws IOException {
    measures(exit);
    SavedRuns.repeated(folder, "measured", knee);
  }

  /** Runs the script with the variables of the service and the given inputs; its exit code. */
  private int act(String arguments, String failOn, String undecided) throws Exception {
    return act(arguments, "", failOn, undecided);
  }

  private int act(String arguments, String ofBase, String failOn, String undecided)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString()).inheritIO();
    Map<String, String> environment = builder.environment();
    environment.put("GITHUB_ACTION_PATH", folder.toString());
    environment.put("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString());
    environment.put("GITHUB_OUTPUT", folder.resolve("output").toString());
    environment.put("GITHUB_BASE_REF", baseBranch);
    environment.put("RUNNER_TEMP", folder.toString());
    environment.put("POOLBENCH_STUDY", "study.yaml");
    environment.put("POOLBENCH_ARGUMENTS", arguments);
    environment.put("POOLBENCH_BASE_ARGUMENTS", ofBase);
    environment.put("POOLBENCH_FAIL_ON", failOn);
    environment.put("POOLBENCH_UNDECIDED", undecided);
    return builder.start().waitFor();
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file));
  }

  @Test
  void aFirstRunIsSummarizedAndKeptForTheNext() throws Exception {
    measures(20, 0);

    assertThat(act("--retry-budget 0s --set load.users=1,2", "tps -5%", "fail")).isZero();

    assertThat(lines("calls")).hasSize(1);
    Poolbench.commandLine().parseArgs(lines("calls").get(0).split(" ", -1));
    assertThat(folder.resolve("summary"))
        .hasSameTextualContentAs(folder.resolve("measured/summary.md"));
    assertThat(lines("output"))
        .contains("exit-code=0")
        .anyMatch(line -> line.matches("results=/.+"));
    assertThat(folder.resolve("poolbench-base/journal.jsonl"))
        .hasSameBinaryContentAs(folder.resolve("measured/journal.jsonl"));
  }

  @Test
  void aCriterionAgainstTheBaseBranchFailsTheJob() throws Exception {
    measures(28, 0);
    assertThat(act("", "", "fail")).isZero();

    measures(26, 0);
    assertThat(act("", "tps -20% at 16 users\n", "fail")).isZero();
    measures(8, 0);
    assertThat(act("", "tps -5% at 32 users", "pass")).isEqualTo(ExitCode.ASSERTION_FAILED.code());
    measures(6, 4);
    assertThat(act("", "tps -5% at 32 users", "pass"))
        .as("of a run that is not decided")
        .isEqualTo(ExitCode.ASSERTION_FAILED.code());

    assertThat(lines("summary")).anyMatch(line -> line.contains("tps -5%"));
    String results =
        lines("output").stream().filter(of -> of.startsWith("results=")).toList().get(2);
    assertThat(Path.of(results.substring("results=".length())))
        .isDirectoryContaining("glob:**/compare.html");
    assertThat(lines("output")).last().isEqualTo("exit-code=3");

    assertThat(act("", "tps +5%", "pass"))
        .as("of a run that is not decided, by what is no criterion")
        .isEqualTo(ExitCode.USAGE.code());
  }

  /** As where the service has removed the cache: a gate that compares nothing has not passed. */
  @Test
  void criteriaOfAPullRequestWithoutAResultOfTheBaseBranchAreNotDecided() throws Exception {
    baseBranch = "main";
    measures(20, 0);

    assertThat(act("", "", "fail")).isZero();
    Files.delete(folder.resolve("poolbench-base/journal.jsonl"));
    assertThat(act("", "tps -5%", "fail")).isEqualTo(ExitCode.INVALID.code());

    assertThat(lines("summary")).contains("poolbench: no result of main to compare with");
  }

  /** As of an earlier build: it would fail each later push. */
  @Test
  void aKeptResultThatCannotBeReadIsReplaced() throws Exception {
    Path kept = Files.createDirectories(folder.resolve("poolbench-base"));
    Files.writeString(kept.resolve("journal.jsonl"), "{\"a\":{}}\n{\"b\":{}}\n");
    Files.writeString(kept.resolve("study.yaml"), "name: study\n");
    measures(20, 0);

    assertThat(act("", "tps -5% at 32 users", "fail")).isZero();

    assertThat(lines("summary"))
        .anyMatch(line -> line.startsWith("poolbench: the last result cannot be read: "));
    assertThat(lines("output")).contains("is-base=true");
    assertThat(kept.resolve("journal.jsonl"))
        .hasSameBinaryContentAs(folder.resolve("measured/journal.jsonl"));
  }

  @Tag("nightly")
  @Test
  void theBaseBranchIsMeasuredInTheSameJobWithItsArguments() throws Exception {
    measures(20, 0);

    assertThat(act("--quiet", "--set target.jar=base.jar", "tps -0%", "fail"))
        .isEqualTo(ExitCode.INVALID.code());

    assertThat(lines("calls")).hasSize(3);
    assertThat(lines("calls").get(0)).endsWith("-base --quiet --set target.jar=base.jar");
    assertThat(lines("calls").get(1)).endsWith(" --quiet");
    assertThat(lines("calls").get(2)).startsWith("compare ").contains("-base/study/stamp ");
  }

  /** Its journal may be cut short, and is no result to compare with. */
  @ParameterizedTest
  @ValueSource(ints = {5, 70})
  void aFailedRunOfTheBaseBranchEndsTheAction(int exit) throws Exception {
    measures(20, 0);
    Files.writeString(folder.resolve("code-of-base"), Integer.toString(exit));

    assertThat(act("", "--set target.jar=base.jar", "", "fail")).isEqualTo(exit);

    assertThat(lines("calls")).hasSize(1);
    assertThat(lines("summary"))
        .containsExactly(
            "poolbench: exit code " + exit + " of the base branch's run",
            "poolbench: exit code " + exit);
    assertThat(lines("output")).containsExactly("exit-code=" + exit);
  }

  @Test
  void aBaseBranchThatBreaksItsAssertionIsComparedWith() throws Exception {
    measures(20, 0);
    Files.writeString(folder.resolve("code-of-base"), "3");

    assertThat(act("", "--set target.jar=base.jar", "", "fail")).isZero();

    assertThat(lines("calls")).hasSize(3);
  }

  @Test
  void theExitCodeOfTheRunIsThatOfTheJob() throws Exception {
    measures(2);
    assertThat(act("", "", "pass")).isEqualTo(ExitCode.USAGE.code());
    assertThat(lines("output")).containsExactly("exit-code=2");

    measures(20, 4);
    assertThat(act("", "", "fail")).isEqualTo(ExitCode.INVALID.code());
    assertThat(act("", "", "pass")).isZero();
    assertThat(lines("output")).last().isEqualTo("exit-code=4");
  }

  /** Otherwise the push after a refuted one would pass. */
  @Test
  void aRefutedOrUndecidedResultReplacesNoBase() throws Exception {
    measures(28, 3);
    assertThat(act("", "", "fail")).isEqualTo(ExitCode.ASSERTION_FAILED.code());
    assertThat(lines("output")).as("nor is it the first").doesNotContain("is-base=true");
    measures(28, 4);
    assertThat(act("", "", "fail")).isEqualTo(ExitCode.INVALID.code());
    assertThat(lines("output")).as("nothing is refuted").contains("is-base=true");
    Files.delete(folder.resolve("output"));

    measures(8, 0);
    for (int push = 0; push < 2; push++) {
      assertThat(act("", "tps -5% at 32 users", "fail"))
          .isEqualTo(ExitCode.ASSERTION_FAILED.code());
    }
    measures(26, 4);
    assertThat(act("", "tps -20% at 16 users", "pass")).isZero();
    assertThat(lines("output")).doesNotContain("is-base=true");

    measures(26, 0);
    assertThat(act("", "tps -20% at 16 users", "fail")).isZero();
    assertThat(lines("output")).contains("is-base=true");
  }

  /** A step's condition without a status function includes success(). */
  @Test
  void theResultOfAPushIsKeptAlsoWhereItsJobFails() throws IOException {
    JsonNode action = new YAMLMapper().readTree(Poolbench.home().resolve("action.yml").toFile());
    JsonNode last = action.at("/runs/steps/3");
    assertThat(last.path("uses").asText()).startsWith("actions/cache/save");
    assertThat(last.path("if").asText()).startsWith("!cancelled() &&").contains("'push'");
  }

  @Test
  void theActionGivesTheScriptItsInputs() throws IOException {
    JsonNode action = new YAMLMapper().readTree(Poolbench.home().resolve("action.yml").toFile());
    List<JsonNode> shell =
        action.at("/runs/steps").valueStream().filter(step -> step.has("run")).toList();
    assertThat(shell).hasSize(1);
    assertThat(action.at("/branding/icon").asText()).isEqualTo("bar-chart-2");
    assertThat(action.at("/branding/color").asText()).isEqualTo("blue");
    assertThat(shell.get(0).path("run").asText()).isEqualTo("\"$GITHUB_ACTION_PATH/.ci/action\"");
    List<String> given = new ArrayList<>();
    shell.get(0).path("env").fieldNames().forEachRemaining(given::add);
    String script = Files.readString(SCRIPT);
    assertThat(given).hasSize(5).allMatch(name -> script.contains("$" + name));
    shell
        .get(0)
        .path("env")
        .forEach(
            value ->
                assertThat(value.asText())
                    .matches("\\$\\{\\{ inputs\\.[a-z-]+ }}")
                    .satisfies(
                        input ->
                            assertThat(action.path("inputs").has(input.replaceAll(".*\\.| }}", "")))
                                .isTrue()));
  }
}
