package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.poolbench.api.ContractJson;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.MachineAnswer.Facts;
import io.poolbench.lab.MachineAnswer.Reading;
import io.poolbench.lab.MachineRequest.CheckFiles;
import io.poolbench.lab.MachineRequest.CheckRedis;
import io.poolbench.lab.MachineRequest.NewFolder;
import io.poolbench.lab.MachineRequest.ReadCounters;
import io.poolbench.lab.MachineRequest.ReadFacts;
import io.poolbench.lab.MachineRequest.UseRedis;
import io.poolbench.redis.RedisKind;
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
  void create() throws InterruptedException {
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
    Build build = new Build(folder, "none");

    assertThatThrownBy(() -> OtherMachine.start(command, folder, build).close())
        .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
        .returns(ViolationCode.PROVIDER_HOST_LOST, LabException::code)
        .extracting(LabException::getMessage, InstanceOfAssertFactories.STRING)
        .startsWith("provider side " + command + ": ")
        .endsWith(reason.replace("FOLDER", folder.toString()))
        .hasLineCount(1);
  }

  @Test
  void factsAreTheSameBehindACommand() throws Exception {
    assertThat(behindCommand(new ReadFacts())).isEqualTo(machine.ask(new ReadFacts()));
    Facts facts = machine.facts();
    assertThat(facts.java().jdk().feature()).isEqualTo(Runtime.version().feature());
    assertThat(facts.host().cpus()).isEqualTo(new HostFacts().cpus().toString());
  }

  @Test
  void theKernelsCountersArriveWhole() throws Exception {
    long pid = ProcessHandle.current().pid();
    Reading near = machine.ask(new ReadCounters(pid, true));
    Reading reading = ContractJson.read(ContractJson.write(near), Reading.class);

    assertThat(reading).isEqualTo(near);
    assertThat(behindCommand(new ReadCounters(pid, false)).host()).as("not asked").isEmpty();
    assertThat(reading.host().map(HostCounters::stat))
        .isEqualTo(near.host().map(HostCounters::stat));
    assertThat(reading.redisReading()).isEqualTo(RedisGauge.Reading.NONE);
  }

  @Test
  void aFolderIsDeletedWithItsMachine() throws Exception {
    Path made = Path.of(behindCommand(new NewFolder("", "poolbench-test")).text());
    Files.writeString(made.resolve("left"), "by a target");

    machine.close();

    assertThat(made).doesNotExist();
  }

  @Test
  void aFailureOfTheLabHasItsCode() {
    JsonObject answer = answer(new UseRedis(RedisKind.EXTERNAL, "redis://127.0.0.1:1", 1, "0"));

    assertThat(answer.get("code").getAsString()).isEqualTo(ViolationCode.REDIS_UNAVAILABLE.id());
    assertThat(answer.get("problem").getAsString()).contains("127.0.0.1:1").hasLineCount(1);
  }

  @Test
  void aPasswordIsNotPrinted() {
    assertThat(new UseRedis(RedisKind.EXTERNAL, "redis://:secret@127.0.0.1:1", 1, "0"))
        .hasToString("UseRedis[kind=EXTERNAL, records=1]");
  }

  @Test
  void aMissingFileIsFoundByItsSetting() throws Exception {
    CheckFiles files = new CheckFiles(folder + "/absent.jar", List.of(), folder.toString());

    assertThat(behindCommand(files).setting()).isEqualTo("target.jar");
    assertThat(behindCommand(new CheckFiles(null, List.of(), "/")).setting()).isEmpty();
  }

  @Test
  void anUnknownRequestIsRefused() {
    assertThatThrownBy(() -> HostMain.answer(machine, "FormatDisk", "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown request 'FormatDisk'");
    assertThatThrownBy(() -> HostMain.answer(machine, CheckRedis.class.getSimpleName(), "no JSON"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private JsonObject answer(MachineRequest<?> request) {
    return HostMain.answer(
            machine, request.getClass().getSimpleName(), ContractJson.write((Record) request))
        .getAsJsonObject();
  }

  private <A extends Record> A behindCommand(MachineRequest<A> request) {
    return ContractJson.read(answer(request).get("answer").toString(), request.answerType());
  }
}
