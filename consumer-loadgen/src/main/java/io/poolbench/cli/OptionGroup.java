package io.poolbench.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** The groups in which the help of a command with many options lists them. */
enum OptionGroup {
  COMMON(
      "",
      "--call --pool --users --rate --sla --duration --within --set --redis --out --dry-run --yes"
          + " --help"),
  PROVIDER(
      "Provider:",
      "--connect --attach --classpath --main --argument -D --jvm-option --jvm-release --registry"
          + " --config-center --stub --record-stubs --arguments --port --start-timeout"),
  LOAD(
      "Load:",
      "--arrivals --factor --repetitions --stop-when --stop-errors --stop-rate --retry-budget"),
  MACHINES("Machines:", "--provider-on --provider-home"),
  OUTPUT("Output:", "--resume --study --tag --full --json --quiet --version");

  /** So many options are read as one list. */
  private static final int MOST_IN_A_LIST = 12;

  private final String heading;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> names;

  OptionGroup(String heading, String names) {
    this.heading = heading;
    this.names = List.of(names.split(" "));
  }

  /** The options of a command's help, those in no group among the common ones. */
  static String help(Help help) {
    List<OptionSpec> options =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (options.size() <= MOST_IN_A_LIST) {
      return help.optionList();
    }
    StringBuilder text = new StringBuilder();
    for (OptionGroup group : values()) {
      List<OptionSpec> own =
          options.stream()
              .filter(option -> of(option) == group)
              .sorted(Comparator.comparing(group::position))
              .toList();
      if (!own.isEmpty()) {
        Help.Layout layout =
            help.createDefaultLayout(
                options, help.commandSpec().positionalParameters(), help.colorScheme());
        layout.addAllOptions(own, help.createDefaultParamLabelRenderer());
        text.append(group.heading.isEmpty() ? "" : group.heading + System.lineSeparator());
        text.append(layout);
      }
    }
    return text.toString();
  }

  static OptionGroup of(OptionSpec option) {
    return Arrays.stream(values())
        .filter(group -> group.position(option) < group.names.size())
        .findFirst()
        .orElse(COMMON);
  }

  /** The place of an option in this group; beyond all of them if it is not in it. */
  private int position(OptionSpec option) {
    return Arrays.stream(option.names())
        .mapToInt(names::indexOf)
        .filter(place -> place >= 0)
        .findFirst()
        .orElse(names.size());
  }
}
