package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.ProviderCommand.PoolRenewal;
import io.poolbench.api.Ready;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.Scheduling;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell in place of a provider. */
class ProgramProcessTest {
  private static final PoolRenewal RENEWAL = new PoolRenewal(0);

  @TempDir Path folder;

  private ProgramProcess start(String afterCommand) throws LabException, InterruptedException {
    Ready ready =
        new Ready(1, "", List.of(new Ready.Endpoint(1, 1, EffectivePool.ofClass("Executor"))));
    Program program =
        new Program() {
          @Override
          public String title() {
            return "provider";
          }

          @Override
          public List<String> command(Path providers, Jvm jvm) {
            return List.of(
                "sh",
                "-c",
                "read -r config; echo '%s'; read -r command; %s"
                    .formatted(ready.toLine(), afterCommand));
          }
        };
    return ProgramProcess.start(
        new Program.Launch(program, folder, "{}", new Jvm("", List.of()), Scheduling.OTHER),
        Pinning.detect(),
        new HostFacts().cpus(),
        folder.resolve("provider.log"));
  }

  @Test
  void aCommandIsCarriedOutOnceItIsRepeated() throws Exception {
    try (ProgramProcess process = start("echo \"$command\"; read -r end")) {
      process.carryOut(RENEWAL);
      process.check();
    }
  }

  @Test
  void aProviderThatACommandEndsIsReportedWithItsExitCode() throws Exception {
    try (ProgramProcess process = start("exit 9")) {
      assertThatThrownBy(() -> process.carryOut(RENEWAL))
          .asInstanceOf(InstanceOfAssertFactories.type(LabException.class))
          .returns(ViolationCode.PROVIDER_ENDED, LabException::code)
          .returns("provider ended: exit code 9", LabException::getMessage);
    }
  }
}
