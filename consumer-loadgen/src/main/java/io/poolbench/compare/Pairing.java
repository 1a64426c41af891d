package io.poolbench.compare;

import io.poolbench.config.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The matching of two results' cells: one pair if each result has one cell, otherwise pairs of
 * cells with the same name.
 *
 * @param pairs in the candidate's order
 * @param unpaired cells of either result without a partner
 */
record Pairing(List<Pair> pairs, List<Side> unpaired) {
  Pairing {
    pairs = List.copyOf(pairs);
    unpaired = List.copyOf(unpaired);
  }

  static Pairing of(Operand baseline, Operand candidate) {
    List<Side> before = baseline.sides();
    List<Side> after = candidate.sides();
    if (before.size() == 1 && after.size() == 1) {
      return new Pairing(List.of(Pair.of(before.get(0), after.get(0))), List.of());
    }
    Map<String, Side> beforeByName = byName(before);
    Map<String, Side> afterByName = byName(after);
    List<Pair> pairs =
        after.stream()
            .filter(side -> beforeByName.containsKey(side.name()))
            .map(side -> Pair.of(beforeByName.get(side.name()), side))
            .toList();
    if (pairs.isEmpty()) {
      throw ConfigException.of(
          baseline.source() + " and " + candidate.source(),
          ("have no cell of the same name (valid: one cell of each, by its name or number, such as"
                  + " %s:1; %s; %s)")
              .formatted(baseline.source(), listed(baseline), listed(candidate)));
    }
    List<Side> unpaired =
        Stream.concat(
                before.stream().filter(side -> !afterByName.containsKey(side.name())),
                after.stream().filter(side -> !beforeByName.containsKey(side.name())))
            .toList();
    return new Pairing(pairs, unpaired);
  }

  private static String listed(Operand operand) {
    return operand.letter() + " has " + operand.listed();
  }

  private static Map<String, Side> byName(List<Side> sides) {
    return sides.stream().collect(Collectors.toMap(Side::name, Function.identity()));
  }
}
