package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xms1g",
        "-Xmn256m",
        "-Xss512k",
        "-Xint",
        "-XX:+UseZGC",
        "-XX:-UseAdaptiveSizePolicy",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints",
        "-XX:+PerfDisableSharedMem",
        "-XX:+UseContainerSupport",
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
        "-XX:+LogCompilation",
        "-XX:+PerfDataSaveToFile",
        "-XX:+DumpPerfMapAtExit",
        "-XX:+DumpReplayDataOnError",
        "-XX:+DumpSharedSpaces",
        "-XX:+RecordDynamicDumpInfo",
        "-XX:+AutoCreateSharedArchive",
        "-XX:+HeapDumpBeforeFullGC",
        "-XX:+StartAttachListener",
        "-XX:+PrintAssembly",
        // A number is a file's name, or a command's, too.
        "-XX:ArchiveClassesAtExit=1",
        "-XX:DumpLoadedClassList=1",
        "-XX:ErrorFile=1",
        "-XX:LogFile=1",
        "-XX:PerfDataSaveFile=1",
        "-XX:Flags=1",
        "-XX:OnError=1",
        "-XX:StartFlightRecording=1",
        "-XX:AllocateHeapAt=1",
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
}
