package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of inputs of each kind is 50, or that of the system property hostileInputs. */
class HostileInputsTest {
  private static final int FEW = 50;
  private static final long LIMIT_MINUTES = 60;

  @TempDir private Path folder;

  @Test
  void noInputEndsAJvmOf256MegabytesOrLeavesAStackTrace() throws Exception {
    int tries = Integer.getInteger("hostileInputs", FEW);
    Path output = folder.resolve("output");
    Process reading =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dpoolbench.home=" + System.getProperty("poolbench.home", ""),
                "-cp",
                System.getProperty("java.class.path"),
                HostileInputs.class.getName(),
                Integer.toString(tries),
                Integer.toString(Integer.getInteger("hostileSeed", 1)),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(reading.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(reading.exitValue()).as(Files.readString(output)).isZero();
      System.out.println(Files.readString(output));
    } finally {
      reading.destroyForcibly();
    }
  }
}
