package io.poolbench.cli;

import io.poolbench.api.LaunchConfig;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.TargetSettings.TargetProgram;
import java.util.List;
import java.util.function.Consumer;

/** The start of a team's program, or the calls to one that runs already. */
record ProgramStart(TargetSettings target) {
  /** The environment variable by which Spring Boot's profiles are set; programs inherit it. */
  private static final String ACTIVE_PROFILES = "SPRING_PROFILES_ACTIVE";

  /** Prints what the program does once it is started. */
  void announce(Consumer<String> print) {
    if (target.runsAlready()) {
      return;
    }
    print.accept(
        "It runs with your rights, %s, and uses the databases and services of its configuration."
            .formatted(
                target.bindHost().equals(LaunchConfig.LOOPBACK)
                    ? "on loopback only"
                    : "reachable from other machines"));
    print.accept("Its own work is not prevented: schedulers, consumers of queues, migrations.");
  }

  /**
   * The facts that need consent: a program that runs already is called and changed, and one whose
   * configuration is not overridden, such as by a profile, is started with what production uses.
   */
  List<String> facts() {
    TargetProgram program = target.program();
    if (target.runsAlready()) {
      return List.of(
          program.attach()
              + " was not started by poolbench: it is called, and other pools take turns in it");
    }
    // A program on another machine, whose address is empty here, does not inherit it.
    boolean inherited = System.getenv(ACTIVE_PROFILES) != null && !target.bindHost().isEmpty();
    boolean overridden =
        !program.properties().isEmpty() || !program.arguments().isEmpty() || inherited;
    return overridden
        ? List.of()
        : List.of(
            program.name()
                + ": no property or profile is overridden (-D, --argument, target.properties), so"
                + " it may use what production uses");
  }
}
