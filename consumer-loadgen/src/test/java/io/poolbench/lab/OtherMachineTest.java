package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.HostService.Facts;
import io.poolbench.lab.HostService.Reading;
import io.poolbench.redis.RedisKind;
import io.poolbench.study.ConfigException;
import io.poolbench.study.RedisSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What another machine is asked, and why it cannot be used. */
class OtherMachineTest {
  @TempDir private Path folder;

  @AutoClose private ThisMachine machine;

  @BeforeEach
  void create() throws Exception {
    machine = ThisMachine.of(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sh -c 'echo motd >&2; echo wrong key >&2; exit 255'  | wrong key
          env -i PATH=/nowhere /bin/sh -c /bin/sh          | no java on the PATH, nor in JAVA_HOME
          env JAVA_HOME=/nowhere                           | no java on the PATH, nor in JAVA_HOME
          env                                              | no poolbench in FOLDER (copy this release there, or name its folder by --provider-home)
          no-such-command                                  | no-such-command: not found
          """)
  void aCommandThatFailsIsReportedByItsLastLine(String command, String reason) {
    assertThatThrownBy(() -> OtherMachine.start(command, folder, machine).close())
        .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
        .returns(ViolationCode.PROVIDER_HOST_LOST, LabException::code)
        .extracting(LabException::getMessage, InstanceOfAssertFactories.STRING)
        .startsWith("provider side " + command + ": ")
        .endsWith(reason.replace("FOLDER", folder.toString()))
        .hasLineCount(1);
  }

  /** The fake one is of a release whose READY does not name it. */
  @Test
  void anotherReleaseThereIsOneLineThatSaysWhatToCopy() throws Exception {
    Path jar = Files.createDirectories(folder.resolve("consumer-loadgen/target"));
    Files.createFile(jar.resolve("poolbench-consumer-loadgen.jar"));
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nread config; echo 'READY {\"pid\":1,\"facts\":\"host\",\"endpoints\":[]}';"
            + " read end\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    String command = "env JAVA_HOME=" + folder.resolve("jdk");

    assertThatThrownBy(() -> OtherMachine.start(command, folder, machine).close())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("another build of poolbench in " + folder + " (here unpackaged build")
        .hasMessageEndingWith(", there of unknown version; copy this release: " + folder + ")")
        .hasMessageNotContaining("\n");
  }

  @Test
  void factsAreTheSameBehindACommand() throws Exception {
    assertThat(behindCommand(Facts.class, "readFacts")).isEqualTo(machine.facts());
    assertThat(machine.facts().java().feature()).isEqualTo(Runtime.version().feature());
    assertThat(machine.facts().host().cpus()).isEqualTo(new HostFacts().cpus().toString());
  }

  @Test
  void theKernelsCountersArriveWhole() {
    long pid = ProcessHandle.current().pid();
    Reading near = machine.readCounters(pid, true);
    Object reading = ContractJson.value(ContractJson.tree(near), Reading.class);

    assertThat(reading).isEqualTo(near);
    assertThat(near.host()).isPresent();
    assertThat(behindCommand(Reading.class, "readCounters", pid, false).host())
        .as("not asked")
        .isEmpty();
    assertThat(near.redisReading()).isEqualTo(RedisGauge.Reading.NONE);
  }

  @Test
  void aFolderIsDeletedWithItsMachine() throws Exception {
    Path made = Path.of(behindCommand(String.class, "newFolder", "", "poolbench-test"));
    Files.writeString(made.resolve("left"), "by a target");

    machine.close();

    assertThat(made).doesNotExist();
  }

  @Test
  void aFailureOfTheLabHasItsCode() {
    JsonObject answer =
        answer(
            "useRedis",
            new RedisSettings(RedisKind.EXTERNAL, "redis://127.0.0.1:1", 1, 1, AddedLatency.NONE),
            machine.cpus());

    assertThat(answer.get("code").getAsString()).isEqualTo(ViolationCode.REDIS_UNAVAILABLE.id());
    assertThat(answer.get("problem").getAsString()).contains("127.0.0.1:1").hasLineCount(1);
  }

  @Test
  void aMissingFileIsFoundByItsSetting() {
    TargetFiles files = new TargetFiles(folder + "/absent.jar", List.of(), folder.toString());

    assertThat(answer("requireFiles", files).get("setting").getAsString()).isEqualTo("target.jar");
    assertThat(answer("requireFiles", new TargetFiles(null, List.of(), "/")).has("problem"))
        .isFalse();
  }

  /** A build writes all classes of a folder anew, also those that it does not change. */
  @Test
  void theClassesOfATargetAreComparedByTheirContent() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes/a"));
    Files.writeString(classes.resolve("A.class"), "a");
    TargetFiles files = new TargetFiles(null, List.of(classes.getParent().toString()), "/");
    String digest = behindCommand(String.class, "digest", files);

    Files.writeString(classes.resolve("A.class"), "a");
    assertThat(machine.digest(files)).isEqualTo(digest);
    Files.writeString(classes.resolve("A.class"), "b");
    assertThat(machine.digest(files)).isNotEqualTo(digest);
  }

  @Test
  void anUnknownRequestIsRefused() {
    assertThatThrownBy(() -> HostMain.answer(machine, "formatDisk", "[]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown request 'formatDisk'");
    assertThatThrownBy(() -> HostMain.answer(machine, "guard", "no JSON"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private JsonObject answer(String command, Object... arguments) {
    return HostMain.answer(machine, command, ContractJson.tree(arguments).toString())
        .getAsJsonObject();
  }

  private <A> A behindCommand(Class<A> type, String command, Object... arguments) {
    return type.cast(ContractJson.value(answer(command, arguments).get("answer"), type));
  }
}
