package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.core.Release;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.Scheduling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramProcessTest {
  @TempDir Path folder;

  /** A shell in place of a program; it finds the line of one that is ready in a variable. */
  private record Shell(BuiltProgram program, String script, Duration startTimeout)
      implements Program {
    @Override
    public String title() {
      return program.title();
    }

    @Override
    public ViolationCode failure(ViolationCode ofProvider) {
      return program.failure(ofProvider);
    }

    @Override
    public Path jar() {
      return program.jar();
    }

    @Override
    public List<String> command(Machine machine, Jvm jvm) {
      var pool = EffectivePool.ofClass("Executor");
      Release release = machine.build().release(jar());
      String ready = new Ready(1, release, "", List.of(new Ready.Endpoint(1, pool))).toLine();
      return List.of(
          "env",
          "READY=" + ready,
          "sh",
          "-c",
          "read -r config; " + script,
          machine.home().toString());
    }
  }

  private ProgramProcess start(Program program, Scheduling scheduling)
      throws LabException, InterruptedException {
    ThisMachine machine = ThisMachine.of(folder);
    return ProgramProcess.start(
        new Program.Launch(program, "{}", new Jvm(List.of()), scheduling),
        machine,
        machine.cpus(),
        log());
  }

  private ProgramProcess start(String script, Scheduling scheduling)
      throws LabException, InterruptedException {
    return start(
        new Shell(BuiltProgram.DUBBO_PROVIDER, script, Duration.ofSeconds(60)), scheduling);
  }

  private ProgramProcess start(String script) throws LabException, InterruptedException {
    return start(script, Scheduling.OTHER);
  }

  private Path log() {
    return folder.resolve("provider.log");
  }

  @ParameterizedTest
  @CsvSource({"OTHER, SCHED_OTHER", "BATCH, SCHED_BATCH", "ROUND_ROBIN, SCHED_RR"})
  void aProgramHasTheStudysScheduling(Scheduling scheduling, String policy) throws Exception {
    assumeThat(HostFacts.hasCommand("chrt")).as("chrt").isTrue();
    assumeThat(isPermitted(scheduling)).as("%s is permitted here", policy).isTrue();

    try (ProgramProcess process = start("chrt -p $$; echo \"$READY\"; read -r end", scheduling)) {
      assertThat(process.command()).containsAll(scheduling.launcher());
    }
    assertThat(Files.readString(log())).contains(policy);
  }

  private static boolean isPermitted(Scheduling scheduling) throws Exception {
    List<String> command = new ArrayList<>(scheduling.launcher());
    command.add("true");
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  @Test
  void aProgramHasAnEmptyFolderWhoseFilesAreKept() throws Exception {
    Path own;
    try (ProgramProcess unused = start("pwd; echo \"$READY\"; read -r end")) {
      own = Path.of(Files.readAllLines(log()).get(0));
      assertThat(own).isEmptyDirectory().hasParent(folder.toRealPath());
      assertThat(Files.getPosixFilePermissions(own))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(own).doesNotExist();

    start("touch hs_err_pid1.log; echo \"$READY\"; read -r end").close();
    assertThat(folder).isDirectoryRecursivelyContaining("glob:**/hs_err_pid1.log");
  }

  @Test
  void aRequestHasTheAnswerOfItsIdWhateverElseIsPrinted() throws Exception {
    String answers =
        "echo \"$READY\"; read -r request; echo 'ANSWER {\"id\":9,\"result\":{\"a\":0}}';"
            + " echo ANSWER garbage; printf 'no line break'; echo; echo \"$request\";"
            + " echo 'ANSWER {\"id\":1,\"result\":{\"a\":7}}'; read -r end";
    try (ProgramProcess process = start(answers)) {
      assertThat(process.ask("counters", "0")).hasToString("{\"a\":7}");
      process.check();
    }
    assertThat(Files.readAllLines(log()))
        .contains("ANSWER garbage", "no line break")
        .contains("{\"id\":1,\"command\":\"counters\",\"argument\":\"0\"}")
        .noneMatch(line -> line.contains("\"a\":7"));
  }

  /** As the report of an application that exports a thousand services. */
  @Test
  void anAnswerOfSomeMegabytesIsRead() throws Exception {
    try (ProgramProcess process =
        start(
            "echo \"$READY\"; read -r request; printf 'ANSWER {\"id\":1,\"result\":\"';"
                + " head -c 4000000 /dev/zero | tr '\\0' x; echo '\"}'; read -r end")) {
      assertThat(process.ask("report", "").getAsString()).hasSize(4_000_000);
    }
  }

  @Test
  void aRequestThatIsRefusedIsAFailureWithTheProvidersReason() throws Exception {
    try (ProgramProcess process =
        start(
            "echo \"$READY\"; read -r request;"
                + " echo 'ANSWER {\"id\":1,\"problem\":\"no endpoint 2\"}'; read -r end")) {
      assertThatThrownBy(() -> process.ask("renewPool", "2"))
          .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
          .returns(ViolationCode.PROVIDER_UNREACHABLE, LabException::code)
          .returns("request renewPool failed: no endpoint 2", LabException::getMessage);
    }
  }

  @Test
  void aProviderThatARequestEndsIsReportedWithItsExitCode() throws Exception {
    try (ProgramProcess process = start("echo \"$READY\"; read -r request; exit 9")) {
      assertThatThrownBy(() -> process.ask("renewPool", "0"))
          .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
          .returns(ViolationCode.PROVIDER_ENDED, LabException::code)
          .returns("provider ended: exit code 9", LabException::getMessage);
    }
  }

  @Test
  void aProgramWhoseLogCannotBeOpenedDoesNotRun() throws Exception {
    Files.createDirectory(log());
    List<ProcessHandle> before = ProcessHandle.current().children().toList();

    assertThatThrownBy(() -> start("echo \"$READY\"; read -r end").close())
        .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
        .returns(ViolationCode.PROVIDER_NOT_STARTED, LabException::code);

    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
        .isSubsetOf(before);
  }

  @Test
  void aHundredMegabytesOfGarbageOnStandardOutputDelayNoAnswer() throws Exception {
    try (ProgramProcess process =
        start(
            "echo \"$READY\"; read -r request; yes %s | head -c 104857600;"
                    .formatted("x".repeat(999))
                + " head -c 1000000 /dev/zero; echo; echo 'ANSWER {\"id\":1,\"result\":{}}';"
                + " read -r end")) {
      assertThat(process.ask("counters", "0")).hasToString("{}");
    }
    assertThat(Files.size(log())).isLessThan(26_000_000);
  }

  /** Such as one that was built since the run began. */
  @Test
  void aProcessOfAnotherReleaseIsRefusedInOneLine() {
    assertThatThrownBy(
            () -> start("echo \"$READY\" | sed s/unpackaged/0.9.0/; read -r end").close())
        .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
        .returns(ViolationCode.PROVIDER_NOT_STARTED, LabException::code)
        .extracting(LabException::getMessage)
        .isEqualTo(
            "provider: another build of poolbench in its process (here unpackaged, there 0.9.0;"
                + " copy this release: %s)".formatted(folder));
  }

  /** By what an agent reports, also at the end of its input, or by what the log names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DUBBO_PROVIDER | echo BROKEN code=pool-not-replaced reason=executor of its own; read -r end     | 60 | POOL_NOT_REPLACED      | executor of its own
          DUBBO_PROVIDER | cat; echo BROKEN code=no-dubbo reason=nothing loaded                           | 1  | PROVIDER_NOT_STARTED   | start timed out after 1 s, before it loaded a class of Dubbo
          DUBBO_PROVIDER | echo Exception in thread main: no password; echo BROKEN code=no-dubbo reason=nothing loaded; exit 1 | 60 | PROVIDER_NOT_STARTED | ended before it was ready: exit code 1 && no password
          DUBBO_PROVIDER | echo BROKEN code=no-dubbo reason=nothing loaded; exit 0                        | 60 | NO_DUBBO               | nothing loaded
          DUBBO_PROVIDER | echo Exception in thread main: no password; echo BROKEN code=no-dubbo reason=nothing loaded; read -r end | 60 | PROVIDER_NOT_STARTED | failed before it loaded a class of Dubbo && no password
          DUBBO_PROVIDER | echo "java.lang.UnsupportedClassVersionError: a/B has been compiled by a more recent version of the Java Runtime (class file version 69.0)"; exit 1 | 60 | PROVIDER_NOT_STARTED | it is built for JDK 25 (jvm.release, or --jvm-release)
          DUBBO_PROVIDER | echo "Failed to check the status of the service shop/a.b.Stock:1.0. No provider available for the service shop/a.b.Stock:1.0 from the url"; exit 1 | 60 | PROVIDER_NOT_STARTED | it found no provider of a.b.Stock (--stub 'a.b.Stock.METHOD=JSON'
          DUBBO_PROVIDER | echo FAILED; echo zookeeper not connected; exit 3                              | 60 | PROVIDER_NOT_STARTED   | ended before it was ready: exit code 3; its registry cannot be reached && FAILED
          DUBBO_PROVIDER | echo module java.base does not \\"opens java.lang\\" to unnamed module; exit 1 | 60 | PROVIDER_NOT_STARTED   | --add-opens=java.base/java.lang=ALL-UNNAMED
          DUBBO_PROVIDER | read -r end                                                                    | 1  | PROVIDER_NOT_STARTED   | provider start timed out after 1 s
          DELAY_SERVER   | exit 1                                                                         | 60 | LAB_FAILED | downstream ended before it was ready
          """)
  void aProgramThatDoesNotStartFailsByItsReasonAndEnds(
      BuiltProgram program, String script, int seconds, ViolationCode code, String reasons) {
    Shell shell = new Shell(program, script, Duration.ofSeconds(seconds));

    assertThatThrownBy(() -> start(shell, Scheduling.OTHER).close())
        .isInstanceOfSatisfying(
            LabException.class,
            failed -> {
              assertThat(failed.code()).isEqualTo(code);
              assertThat(failed.report()).contains(reasons.split(" && ", -1));
            });
    // A killed process is listed until it has ended.
    ProcessHandle.current()
        .descendants()
        .filter(of -> of.info().commandLine().orElse("").contains(folder.toString()))
        .forEach(of -> assertThat(of.onExit()).succeedsWithin(Duration.ofSeconds(20)));
  }

  @Test
  void theLogOfAProgramThatFloodsItsErrorsKeepsTheBeginningAndTheEnd() throws Exception {
    String flood = "yes " + "x".repeat(1023) + " | head -c 40960000 >&2";
    start("echo begun; " + flood + "; echo ended >&2; echo \"$READY\"; read -r end").close();

    assertThat(Files.size(log())).isLessThan(26_000_000);
    assertThat(Files.readAllLines(log()))
        .contains("begun", "ended")
        .anyMatch(line -> line.endsWith(" bytes left out]"));
  }
}
