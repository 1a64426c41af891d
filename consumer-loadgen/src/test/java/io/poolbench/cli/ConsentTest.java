package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.report.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a study and a command start, call and execute of a user only with consent. */
class ConsentTest {
  private static final List<String> FACTS = List.of("it is started", "it is called");

  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  @Test
  void aProgramWithoutOverriddenPropertiesIsNotStartedUnasked() throws IOException {
    Executed run = run("", "findOrder");

    run.assertRefused(ExitCode.USAGE, "com.example.Main: no property", "target.properties");
    assertThat(run.out())
        .contains("team makes calls of up to 2 users", "migrations.", "on loopback only");
    assertThat(folder.resolve("results")).doesNotExist();

    Executed.of("inspect", "--classpath", folder.toString(), "--main", "com.example.Main")
        .assertRefused(ExitCode.USAGE, "com.example.Main: no property", "target.properties");
  }

  /** The inspection, too, may take minutes of it. */
  @Test
  void theTimeThatSizeMayTakeIsNamedBeforeItsInspection() {
    List<String> size =
        List.of(
            ("size --attach /no/such/program --call com.example.Orders.findOrder(1) --within 5m"
                    + " --classpath "
                    + folder
                    + " --out "
                    + folder.resolve("results"))
                .split(" "));

    Executed unasked = Executed.of(size.toArray(String[]::new));
    Executed agreed =
        Executed.of(Stream.concat(size.stream(), Stream.of("--yes")).toArray(String[]::new));

    unasked.assertRefused(ExitCode.USAGE, "was not started by poolbench", "--yes");
    assertThat(unasked.out()).doesNotContain("size takes up to");
    assertThat(agreed.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(agreed.out())
        .containsSubsequence("size takes up to 5:00 min (--within)", "attaching to program ...");
  }

  /** Whatever a study from elsewhere may run is named, and asked for once, before anything runs. */
  @Test
  void aStudyFromElsewhereIsRunOnlyWithConsentToAllThatItSets() throws IOException {
    Path made = folder.resolve("made");
    Executed.unasked(
            folder,
            "other",
            """
            before: touch '%1$s'
            after: [touch, '%1$s']
            target: {classpath: [.], main: com.example.Main}
            provider: {jvm: {options: [-javaagent:x.jar]}}
            call: {service: com.example.Orders, method: "placeOrder(long)", arguments: [1], generic: true}
            load: {users: 2}
            """
                .formatted(made))
        .assertRefused(
            ExitCode.USAGE,
            "other.yaml sets before: touch '" + made + "'; ",
            "other.yaml sets after: touch " + made + "; ",
            "other.yaml sets target.classpath: .; ",
            "other.yaml sets provider.jvm.options: -javaagent:x.jar; ",
            "placeOrder may change something",
            "(confirm with --yes)");
    assertThat(made).doesNotExist();
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void aMethodWhoseNameSaysThatItWritesIsNotCalledUnasked() throws IOException {
    Executed run = run(", properties: {spring.profiles.active: test}", "placeOrder");

    run.assertRefused(ExitCode.USAGE, "placeOrder may change", "'team'", "--yes");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void theOptionIsConsentToBothAndAStartIsAnnouncedOnce() throws IOException {
    Executed run = run("", "placeOrder", "--yes");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).as("there is no such class").isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(folder.resolve("results")).exists();
    assertThat(run.out()).containsOnlyOnce("with your rights");
  }

  @Test
  void theCommandsAroundACellAreRunAlsoWhereItFails() throws IOException {
    Path runs = folder.resolve("runs");
    String target =
        """
        }
        before: echo before >> '%1$s'
        after: [sh, -c, "echo after >> '%1$s'"]
        repetitions: 2
        validity: {lag: 1ms\
        """
            .formatted(runs);
    Executed run = run(target, "findOrder", "--yes");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Files.readAllLines(runs)).containsExactly("before", "after", "before", "after");
    assertThat(Files.readString(Executed.results(folder, "team").path().resolve("study.yaml")))
        .contains("before:", "after:");
  }

  @Test
  void aFailingCommandFailsItsCellsAndTheStudyGoesOn() throws IOException {
    Executed run =
        run(
            "}\nbefore: echo no table; exit 3\nrepetitions: 2\nvalidity: {lag: 1ms",
            "findOrder",
            "--yes");

    assertThat(run.exit()).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(Executed.measured(folder, "team"))
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.failure().code()).isEqualTo("command_failed");
              assertThat(cell.failure().detail())
                  .contains("'echo no table; exit 3' ended with exit code 3", "no table");
            });
  }

  @Test
  void aProgramThatRunsAlreadyIsNotCalledUnasked() throws IOException {
    Executed run = attached();

    run.assertRefused(ExitCode.USAGE, "/no/such/program", "was not started by poolbench", "--yes");
    assertThat(run.out()).contains("team makes calls of up to 2 users");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  /** Its pools are read without a call, and no other pool takes a turn in it. */
  @Test
  void aProgramThatRunsAlreadyIsInspectedUnaskedUnlessItIsCalled() {
    String classes = folder.toString();
    String program = "/no/such/program";
    String call = "com.example.Orders.findOrder(1)";

    assertThat(Executed.of("inspect", "--attach", program, "--classpath", classes).exit())
        .isEqualTo(ExitCode.LAB_FAILED.code());
    Executed asked =
        Executed.of("inspect", "--attach", program, "--classpath", classes, "--call", call);
    asked.assertRefused(ExitCode.USAGE, "was not started by poolbench", "once", "--yes");
    assertThat(asked.err()).doesNotContain("pools");
  }

  private Executed attached(String... options) throws IOException {
    return Executed.unasked(
        folder,
        "team",
        """
        target: {attach: /no/such/program}
        call: {service: com.example.Orders, method: "findOrder(long)", arguments: [1], generic: true}
        load: {users: 2, warmup: 0s, settle: 0s, measure: 100ms}
        """,
        options);
  }

  private Executed run(String target, String method, String... options) throws IOException {
    Files.writeString(folder.resolve("flyway-core-9.jar"), "");
    return Executed.unasked(
        folder,
        "team",
        """
        target: {classpath: ["%s"], main: com.example.Main%s}
        provider: {jvm: {options: [-Xmx64m]}}
        call: {service: com.example.Orders, method: "%s(long)", arguments: [1], generic: true}
        load: {users: 2, warmup: 0s, settle: 0s, measure: 100ms}
        """
            .formatted(folder, target, method),
        options);
  }

  @Test
  void theOptionIsConsentAndNobodyIsAsked() {
    assertThatCode(() -> consent(true, "n\n").require(List.of("it is started")))
        .doesNotThrowAnyException();
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"y\n", "Yes \n"})
  void anAnswerAtTheTerminalIsConsent(String answer) {
    assertThatCode(() -> consent(false, answer).require(FACTS)).doesNotThrowAnyException();
    assertThat(out.toString())
        .isEqualTo("- it is started%n- it is called%nContinue? [y/N] ".formatted());
  }

  @Test
  void eachQuestionHasItsLineOfOneInput() throws IOException {
    Consent consent = consent(false, "y\nyes\nn\n");
    consent.require(FACTS);
    consent.require(FACTS);

    assertThatThrownBy(() -> consent.require(FACTS))
        .isInstanceOf(CommandLine.ParameterException.class);
  }

  @Test
  void aFactIsOneLineWithoutWhatATerminalObeys() throws IOException {
    consent(false, "y\n").require(List.of("runs \u001b[2K\u001b[1Gnothing\nContinue? [y/N] y"));

    assertThat(out.toString())
        .isEqualTo(
            "- runs \\u001b[2K\\u001b[1Gnothing Continue? [y/N] y%nContinue? [y/N] ".formatted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "n\n", "", "yesterday\n"})
  void anyOtherAnswerIsNone(String answer) {
    assertThatThrownBy(() -> consent(false, answer).require(FACTS))
        .isInstanceOf(CommandLine.ParameterException.class);
  }

  @Test
  void whereThereIsNothingToConsentToNobodyIsAsked() {
    assertThatCode(() -> consent(false, "n\n").require(List.of())).doesNotThrowAnyException();
    assertThat(out.toString()).isEmpty();
  }

  private Consent consent(boolean given, String answer) {
    CommandLine command = new CommandLine(CommandSpec.create());
    command.setOut(new PrintWriter(out, true));
    return new Consent(
        command.getCommandSpec(),
        given,
        Optional.ofNullable(answer).map(text -> new ByteArrayInputStream(text.getBytes(UTF_8))));
  }
}
