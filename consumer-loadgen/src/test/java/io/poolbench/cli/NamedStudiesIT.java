package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** {@code mvn verify -Dstudy=NAME[,NAME]} runs these studies and prints their SLA tables. */
@EnabledIfSystemProperty(
    named = "study",
    matches = ".+",
    disabledReason = "no study is named: -Dstudy=NAME[,NAME]")
@Tag("timed")
class NamedStudiesIT {
  @Test
  void theStudiesNamedRunToTheirEnd() {
    Path results = Poolbench.home().resolve("results");
    List<String> arguments = new ArrayList<>(List.of("run", "--out", results.toString()));
    arguments.addAll(Arrays.asList(System.getProperty("study").split(",", -1)));

    int exit = Poolbench.commandLine().execute(arguments.toArray(String[]::new));

    // An INVALID step is caused by the host and does not fail the build.
    assertThat(exit).isIn(ExitCode.DONE.code(), ExitCode.INVALID.code());
  }
}
