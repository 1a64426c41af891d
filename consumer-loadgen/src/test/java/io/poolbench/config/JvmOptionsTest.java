package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.report.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
  private static final Set<String> INTEGERS =
      Set.of("int", "uint", "intx", "uintx", "size_t", "uint64_t");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xms1g",
        "-Xss512k",
        "-Xint",
        "-XX:+UseZGC",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:ParallelGCThreads=2",
        "-XX:MaxDirectMemorySize=64m",
        "-XX:InitialRAMPercentage=12.5",
        "-Xlog:gc*=debug,safepoint",
        "-Dio.netty.allocator.type=unpooled"
      })
  void tuningOptionsAreAllowed(String option) {
    assertThatNoException().isThrownBy(() -> JvmOptions.check(List.of(option)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Run a program.
        "-XX:OnOutOfMemoryError=touch /tmp/x",
        "-XX:OnError=reboot",
        // Load code.
        "-javaagent:/tmp/a.jar",
        "-agentpath:/tmp/a.so",
        "-agentlib:jdwp=transport=dt_socket,server=y,address=*:5005",
        "-Xrunjdwp:transport=dt_socket",
        "-Xbootclasspath/a:/tmp/a.jar",
        "-cp",
        "-jar",
        "--class-path=/tmp",
        "-Djava.system.class.loader=X",
        // Open a port or disable a check.
        "-Dcom.sun.management.jmxremote.port=9999",
        "-XX:+ManagementServer",
        "-Ddubbo.application.serialize-check-status=DISABLE",
        // Read or write a file.
        "-Xlog:gc:file=/tmp/x",
        "-Xlog:gc:x",
        "-Xloggc:/tmp/x",
        "-XX:ErrorFile=/tmp/x",
        "-XX:HeapDumpPath=/tmp/x",
        "-XX:+HeapDumpOnOutOfMemoryError",
        "-XX:StartFlightRecording=filename=/tmp/x",
        "-XX:Flags=/tmp/x",
        "-XX:VMOptionsFile=/tmp/x",
        "@/tmp/x",
        // Write a file as diagnostic options.
        "-XX:+LogVMOutput",
        "-XX:+DumpPerfMapAtExit",
        "-XX:+HeapDumpBeforeFullGC",
        "-XX:+StartAttachListener",
        "-XX:+PrintAssembly",
        // A number is a file's name, too; of this JVM's options another test asks for all.
        "-XX:AOTCache=1",
        "-XX:CRaCCheckpointTo=1",
        // A name that no JDK has yet.
        "-XX:NewInJdk99=1",
        "-XX:+NewInJdk99",
        // Let others load code, or leave a core file.
        "-XX:+EnableDynamicAgentLoading",
        "-XX:+CrashOnOutOfMemoryError",
        // Unpack a library into a folder, or load a class.
        "-Dio.netty.native.workdir=x",
        "-Dio.netty.customResourceLeakDetector=X",
        // Another type of value.
        "-XX:UseG1GC=1",
        "-XX:+MaxGCPauseMillis",
        "-XX:ParallelGCThreads=2m",
        "-XX:MaxGCPauseMillis=0.5",
        // More than one.
        "-Xmx1g -javaagent:/tmp/a.jar",
        "-Xmx1g\n-jar",
        "",
        "-"
      })
  void optionsThatRunLoadOpenOrWriteAreRejected(String option) {
    assertThatThrownBy(() -> JvmOptions.check(List.of("-Xmx1g", option)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("JVM option '" + option + "' not allowed (allowed: ");
  }

  @Test
  void eachAllowedNameHasItsTypeInThisJvmAndNoOptionThatTakesATextIsAllowed() throws Exception {
    Map<String, String> types = optionsOfThisJvm();
    assertThat(types).hasSizeGreaterThan(500);
    types.forEach(
        (name, type) -> {
          assertThat(JvmOptions.SWITCHES.contains(name)).as(name).isIn(false, type.equals("bool"));
          assertThat(JvmOptions.FRACTIONS.contains(name))
              .as(name)
              .isIn(false, type.equals("double"));
          assertThat(JvmOptions.NUMBERS.contains(name) || JvmOptions.SIZES.contains(name))
              .as(name)
              .isIn(false, INTEGERS.contains(type));
          if (type.startsWith("ccstr")) {
            assertThatThrownBy(() -> JvmOptions.check(List.of("-XX:" + name + "=1")))
                .isInstanceOf(InvalidSettingException.class);
          }
        });
  }

  /** Types by name, diagnostic and experimental options included. */
  private static Map<String, String> optionsOfThisJvm() throws IOException {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+PrintFlagsFinal",
                "-version")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Map<String, String> types = new HashMap<>();
    try (BufferedReader output = java.inputReader()) {
      output
          .lines()
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length > 2 && fields[2].endsWith("="))
          .forEach(fields -> types.put(fields[1], fields[0]));
    }
    return types;
  }

  @Test
  void theReferenceListsTheNames() throws IOException {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    names.put("Switches, `-XX:+NAME` and `-XX:-NAME`", JvmOptions.SWITCHES);
    names.put("Numbers, `-XX:NAME=20`", JvmOptions.NUMBERS);
    names.put("Sizes, `-XX:NAME=64m`", JvmOptions.SIZES);
    names.put("Fractions, `-XX:NAME=12.5`", JvmOptions.FRACTIONS);
    names.put("Properties, `-DNAME=VALUE`", JvmOptions.PROPERTIES);
    StringBuilder page =
        new StringBuilder(
            """
            <!-- Written from JvmOptions by JvmOptionsTest: mvn test -Dgolden.update=true -->
            # JVM options of a provider

            `provider.jvm.options` of a study may change how the JVM runs, but not start a program,
            load code, open a port or write a file. Allowed are the names below, each with a value of
            its type; `-Xmn`, `-Xms`, `-Xmx`, `-Xss` with a size; `-Xint`, `-Xcomp`, `-Xbatch`;
            `-XX:ShenandoahGCMode=`, `-XX:ShenandoahGCHeuristics=`; `-Xlog:TAGS` to standard output;
            `-verbose:gc`. A [target](settings.md#target) may have any option.
            """);
    names.forEach(
        (kind, each) ->
            page.append("\n## ")
                .append(kind)
                .append("\n\n")
                .append(String.join(", ", new TreeSet<>(each)))
                .append(".\n"));
    Golden.assertMatches(Path.of("..", "docs", "reference", "jvm-options.md"), page.toString());
  }
}
