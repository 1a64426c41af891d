package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Samples.Sample;
import io.poolbench.study.Cell;
import io.poolbench.study.Group;
import io.poolbench.study.Phase;
import io.poolbench.study.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell, or a group or a phase of one, with its slices over all repetitions. The verdict of a cell
 * with groups or phases is the worst of these. Immutable and thread-safe.
 */
public final class JudgedCell {
  private final Cell cell;
  private final SortedMap<Integer, Repetition> repetitions;
  private final List<JudgedCell> parts;
  private final Loads loads;
  private final SlaEvaluator evaluator;
  private SortedMap<Integer, JudgedLevel> levels;

  /** The slices of one repetition, those that count and the others, in the order they ran. */
  public record Repetition(List<Slice> counting, List<Slice> discarded) {
    public Repetition {
      counting = List.copyOf(counting);
      discarded = List.copyOf(discarded);
    }
  }

  /**
   * The loads of a cell's levels.
   *
   * @param own by the level of the whole cell
   * @param at those that tell levels apart
   * @param workload what {@code at} counts
   */
  private record Loads(IntUnaryOperator own, IntUnaryOperator at, Workload workload) {
    static Loads of(Cell cell, IntUnaryOperator own) {
      return new Loads(own, own, cell.load().workload());
    }

    /** The levels of a group with one load for all steps are told apart by the whole load. */
    static Loads of(Cell cell, Group group, Cell own) {
      IntUnaryOperator load = level -> cell.load().level(group, level);
      return group.levels().size() == 1 && cell.load().levels().size() > 1
          ? new Loads(load, IntUnaryOperator.identity(), cell.load().workload())
          : of(own, load);
    }
  }

  private JudgedCell(
      Cell cell,
      SortedMap<Integer, Repetition> repetitions,
      List<JudgedCell> parts,
      Loads loads,
      SlaEvaluator evaluator) {
    this.cell = cell;
    this.repetitions = repetitions;
    this.parts = List.copyOf(parts);
    this.loads = loads;
    this.evaluator = evaluator;
  }

  static JudgedCell of(Cell cell, List<Slice> slices, Predicate<Slice> counts) {
    List<Slice> ofOneLevel = cell.load().capacity() == null ? slices : atFirstLevel(slices);
    List<JudgedCell> parts = new ArrayList<>();
    for (int group = 0; group < cell.load().groups().size(); group++) {
      Group own = cell.load().groups().get(group);
      parts.add(
          new JudgedCell(
              cell.groups().get(group),
              byRepetition(ofOneLevel, counts, part -> part.equals(own.name())),
              List.of(),
              Loads.of(cell, own, cell.groups().get(group)),
              new SlaEvaluator(cell.groups().get(group).sla())));
    }
    for (Phase phase : cell.load().phases()) {
      parts.add(
          new JudgedCell(
              cell.named(cell.name() + "/" + phase.name()),
              byRepetition(ofOneLevel, counts, part -> part.equals(phase.name())),
              List.of(),
              Loads.of(cell, phase::level),
              new SlaEvaluator(cell.sla(), /* sustained= */ false)));
    }
    boolean isSum = !cell.load().phases().isEmpty();
    return new JudgedCell(
        cell,
        byRepetition(ofOneLevel, counts, part -> isSum || part.isEmpty()),
        parts,
        Loads.of(cell, IntUnaryOperator.identity()),
        new SlaEvaluator(cell.sla()));
  }

  /** Capacities that repetitions measured for themselves are one level: that of the first one. */
  private static List<Slice> atFirstLevel(List<Slice> slices) {
    return slices.stream()
        .map(slice -> slice.with(slice.key().atLevel(slices.get(0).key().level())))
        .toList();
  }

  private static SortedMap<Integer, Repetition> byRepetition(
      List<Slice> slices, Predicate<Slice> counts, Predicate<String> part) {
    SortedMap<Integer, Repetition> repetitions = new TreeMap<>();
    slices.stream()
        .filter(slice -> part.test(slice.key().part()))
        .collect(Collectors.groupingBy(slice -> slice.key().repetition()))
        .forEach(
            (number, all) -> {
              Map<Boolean, List<Slice>> either =
                  all.stream().collect(Collectors.partitioningBy(counts));
              repetitions.put(number, new Repetition(either.get(true), either.get(false)));
            });
    return repetitions;
  }

  /** The cell; of a group or a phase a cell of its own, named {@code CELL/PART}. */
  public Cell cell() {
    return cell;
  }

  public String name() {
    return cell.name();
  }

  /** What its levels count: of a group with one load for all steps the whole load. */
  public Workload workload() {
    return loads.workload;
  }

  JudgedCell named(String label) {
    return new JudgedCell(cell.named(label), repetitions, parts, loads, evaluator);
  }

  /** The groups or phases, in the cell's order. */
  public List<JudgedCell> parts() {
    return parts;
  }

  /** What was measured, by the number of the repetition. */
  public SortedMap<Integer, Repetition> repetitions() {
    return repetitions;
  }

  /** The slices that count. */
  public Stream<Slice> counting() {
    return repetitions.values().stream().flatMap(repetition -> repetition.counting().stream());
  }

  /** The number of repetitions with slices that count: only these are samples. */
  public int measured() {
    return (int) repetitions.values().stream().filter(each -> !each.counting().isEmpty()).count();
  }

  /** The number of providers of these repetitions; a program that runs already is one in all. */
  public int providers() {
    return cell.provider().runsAlready() ? Math.min(1, measured()) : measured();
  }

  /** This cell with some of its slices only. */
  public JudgedCell only(Predicate<Slice> some) {
    SortedMap<Integer, Repetition> left = new TreeMap<>();
    repetitions.forEach(
        (number, all) -> {
          Repetition rest =
              new Repetition(
                  all.counting().stream().filter(some).toList(),
                  all.discarded().stream().filter(some).toList());
          if (!rest.counting().isEmpty() || !rest.discarded().isEmpty()) {
            left.put(number, rest);
          }
        });
    return new JudgedCell(
        cell, left, parts.stream().map(part -> part.only(some)).toList(), loads, evaluator);
  }

  /** This cell with the levels that were measured in at least so many rounds. */
  JudgedCell withRounds(int least) {
    Map<Integer, Set<Sample>> rounds =
        counting()
            .collect(
                Collectors.groupingBy(
                    slice -> slice.key().level(),
                    Collectors.mapping(Sample::ofRound, Collectors.toSet())));
    return only(slice -> rounds.getOrDefault(slice.key().level(), Set.of()).size() >= least);
  }

  /** Each repetition by itself. */
  public List<JudgedCell> each() {
    return repetitions.keySet().stream()
        .map(number -> only(slice -> slice.key().repetition() == number))
        .toList();
  }

  /** The levels, rising. */
  public List<JudgedLevel> levels() {
    return List.copyOf(byLevel().values());
  }

  public Optional<JudgedLevel> level(int level) {
    return Optional.ofNullable(byLevel().get(level));
  }

  synchronized SortedMap<Integer, JudgedLevel> byLevel() {
    if (levels == null) {
      levels = judged();
    }
    return levels;
  }

  private SortedMap<Integer, JudgedLevel> judged() {
    SortedMap<Integer, List<Level>> valid = grouped(Repetition::counting);
    SortedMap<Integer, JudgedLevel> judged = new TreeMap<>();
    grouped(Repetition::discarded)
        .forEach(
            (level, slices) ->
                judged.put(
                    level,
                    new JudgedLevel(loads.at.applyAsInt(level), slices, invalid(slices), false)));
    List<List<Level>> all = List.copyOf(valid.values());
    List<List<Level>> lower = new ArrayList<>();
    valid.forEach(
        (level, slices) -> {
          lower.add(slices);
          Verdict verdict = parts.isEmpty() ? evaluator.judgeHighest(lower, all) : ofParts(level);
          judged.put(level, new JudgedLevel(loads.at.applyAsInt(level), slices, verdict, true));
        });
    return judged;
  }

  private Verdict ofParts(int level) {
    return Verdict.all(
        parts.stream()
            .map(part -> part.byLevel().get(level))
            .filter(Objects::nonNull)
            .map(JudgedLevel::verdict)
            .toList());
  }

  /** Slices without a fault of their own were discarded for that of another one. */
  private static Verdict invalid(List<Level> slices) {
    List<Violation> violations =
        slices.stream()
            .flatMap(level -> level.slices().stream())
            .flatMap(slice -> slice.violations().stream())
            .distinct()
            .toList();
    return violations.isEmpty()
        ? Verdict.invalid(ViolationCode.BLOCK_DISCARDED.violation())
        : new Verdict(Verdict.Kind.INVALID, violations);
  }

  private SortedMap<Integer, List<Level>> grouped(Function<Repetition, List<Slice>> which) {
    SortedMap<Integer, List<Level>> levels = new TreeMap<>();
    repetitions.forEach(
        (number, repetition) ->
            which.apply(repetition).stream()
                .sorted(JudgedLevel.inTime())
                .collect(Collectors.groupingBy(slice -> slice.key().level()))
                .forEach(
                    (level, slices) ->
                        levels
                            .computeIfAbsent(level, first -> new ArrayList<>())
                            .add(new Level(cell, loads.own.applyAsInt(level), slices))));
    return levels;
  }
}
