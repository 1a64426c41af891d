package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words reach a program as they are, whether a command joins its arguments or not. */
class CommandShellTest {
  private static final List<String> WORDS =
      List.of(
          "sh", "-c", "read -r line; printf '%s|' \"$@\" \"$line\"", "0", "it's", "a  b", "$HOME");

  @TempDir private Path folder;

  @BeforeEach
  void writeCommands() throws Exception {
    Path joins =
        Files.writeString(folder.resolve("joins"), "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
    Path keeps = Files.writeString(folder.resolve("keeps"), "#!/bin/sh\nshift\nexec \"$@\"\n");
    assertThat(joins.toFile().setExecutable(true)).isTrue();
    assertThat(keeps.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "env", "FOLDER/joins sut", "FOLDER/keeps sut"})
  void aProgramHasItsWordsAndReadsItsOwnInput(String command) throws Exception {
    CommandShell shell = new CommandShell(command.replace("FOLDER", folder.toString()));
    Process process = shell.start(CommandShell.replacedBy(folder.toString(), WORDS));
    try (BufferedReader output = process.inputReader(UTF_8);
        Writer input = process.outputWriter(UTF_8)) {
      assertThat(output.readLine()).isEqualTo(CommandShell.REPLACED);
      input.write("first line\n");
      input.flush();
      assertThat(output.readLine()).isEqualTo("it's|a  b|$HOME|first line|");
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void theProgramReplacesTheShell() throws Exception {
    Process process =
        CommandShell.HERE.start(
            CommandShell.replacedBy("/", List.of("sh", "-c", "echo $$; pwd; read -r end")));
    try (BufferedReader output = process.inputReader(UTF_8)) {
      assertThat(output.readLine()).isEqualTo(CommandShell.REPLACED);
      assertThat(output.readLine()).isEqualTo(Long.toString(process.pid()));
      assertThat(output.readLine()).isEqualTo("/");
    }
    process.getOutputStream().close();
    process.waitFor();
  }
}
