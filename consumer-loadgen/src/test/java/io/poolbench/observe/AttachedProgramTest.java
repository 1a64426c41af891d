package io.poolbench.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script in place of the command that starts a shell, and of the agent. */
class AttachedProgramTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final StringWriter err = new StringWriter();
  private Path agent;

  @BeforeEach
  void writeAgent() throws IOException {
    agent = Files.writeString(folder.resolve("agent.jar"), "bytes");
  }

  /** The jar is read to its end, so that sending it does not fail. */
  private AttachedProgram printing(String commands) throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("script"), "echo ready\n" + commands + "\nexec >&-\ncat >/dev/null\n");
    return AttachedProgram.attach(
        Optional.of("sh " + script),
        agent,
        "1",
        /* arrivals= */ false,
        new PrintWriter(err),
        LIMIT);
  }

  @Test
  void aSideThatNeverRunsAShellIsGivenUp() {
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          assertThatThrownBy(
                  () ->
                      AttachedProgram.attach(
                              Optional.of("sleep 600 #"),
                              agent,
                              "1",
                              /* arrivals= */ false,
                              new PrintWriter(err),
                              Duration.ofMillis(1))
                          .close())
              .isInstanceOf(IOException.class)
              .hasMessage("sleep 600 #: no shell within 1ms");
        });
  }

  /** The shell of the real script reads signs of life as empty commands. */
  @Test
  void aHelperThatEndsOrNeverStartsEndsTheObservation() {
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          try (AttachedProgram attached =
              AttachedProgram.attach(
                  Optional.of("env -i PATH=/usr/bin:/bin JAVA_HOME=/nowhere"),
                  agent,
                  "999999999",
                  /* arrivals= */ false,
                  new PrintWriter(err),
                  Duration.ofHours(1))) {
            assertThat(attached.next()).isEmpty();
            assertThat(attached.isSilent()).isFalse();
          }
        });
    assertThat(err.toString()).contains("/nowhere/bin/java");
  }

  @Test
  void aLineThatTheEndCutsOffIsNone() throws IOException {
    try (AttachedProgram attached =
        printing("printf '{\"program\":\"a.jar\"}\\n{\"sampled\":{\"fromMillis\":0,'")) {
      assertThat(attached.next()).contains("{\"program\":\"a.jar\"}");
      assertThat(attached.next()).isEmpty();
    }
  }

  /** They reach the terminal by the command's stream, which escapes them. */
  @Test
  void errorsOfTheCommandAreThoseOfTheObservation() throws IOException {
    try (AttachedProgram attached = printing("printf '\\033]0;owned\\007' >&2")) {
      assertThat(attached.next()).isEmpty();
    }

    assertThat(err).hasToString("\u001b]0;owned\u0007");
  }

  @Test
  void errorsWithoutAnEndAreCutOff() throws IOException {
    try (AttachedProgram attached =
        printing("head -c 9000000 /dev/zero | tr '\\0' x >&2; echo '{}'")) {
      assertThat(attached.next()).contains("{}");
    }

    assertThat(err.toString()).hasSize(65_536).containsOnlyOnce("x".repeat(65_536));
  }

  @Test
  void aLineWithoutAnEndIsRefused() throws IOException {
    try (AttachedProgram attached = printing("head -c 9000000 /dev/zero | tr '\\0' x")) {
      assertThatThrownBy(attached::next)
          .isInstanceOf(IOException.class)
          .hasMessage("a line of more than 8 Mi characters");
    }
  }

  @Test
  void afterTheCloseThereIsNoFurtherLine() throws IOException {
    AttachedProgram attached = printing("echo '{}'; exec sleep 600");
    assertThat(attached.next()).contains("{}");

    attached.close();

    assertThat(attached.next()).isEmpty();
  }
}
