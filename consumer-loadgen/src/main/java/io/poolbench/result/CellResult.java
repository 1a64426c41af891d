package io.poolbench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The result of one repetition of a cell.
 *
 * @param repetition from 1
 * @param pool the pool that the provider built; null if the provider did not become ready
 * @param warmUp null if the cell failed before its warm-up
 * @param allSteps in the order they ran, including superseded ones; incomplete if the cell failed
 * @param failedCalls the number of failed calls by reason, since the warm-up
 * @param failure why the cell did not complete; null if it did
 * @param blocks the samples of a paired study in the order they ran, including discarded ones. The
 *     steps contain only calls of blocks that were not discarded
 * @param sites where the business threads of a target were, by level of load; empty if not sampled
 */
public record CellResult(
    Cell cell,
    int repetition,
    EffectivePool pool,
    CellEnvironment environment,
    WarmUp warmUp,
    @JsonProperty("steps") List<StepResult> allSteps,
    Map<String, Long> failedCalls,
    CellFailure failure,
    List<BlockSample> blocks,
    SortedMap<Integer, SiteSamples> sites) {
  public CellResult {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(environment, "environment");
    allSteps = List.copyOf(allSteps);
    failedCalls = Collections.unmodifiableMap(new LinkedHashMap<>(failedCalls));
    blocks = List.copyOf(blocks);
    sites = Collections.unmodifiableSortedMap(new TreeMap<>(sites));
  }

  public CellResult(
      Cell cell,
      int repetition,
      EffectivePool pool,
      CellEnvironment environment,
      WarmUp warmUp,
      List<StepResult> allSteps,
      Map<String, Long> failedCalls,
      CellFailure failure) {
    this(
        cell,
        repetition,
        pool,
        environment,
        warmUp,
        allSteps,
        failedCalls,
        failure,
        List.of(),
        new TreeMap<>());
  }

  /** The steps that are not superseded, in the order they ran. */
  public List<StepResult> steps() {
    return allSteps.stream().filter(step -> !step.superseded()).toList();
  }

  /**
   * The steps that are not superseded, by rising level; steps of one level in the order they ran.
   */
  public List<StepResult> stepsByLevel() {
    return steps().stream().sorted(Comparator.comparingInt(StepResult::level)).toList();
  }

  public CellResult of(Cell same) {
    return new CellResult(
        same, repetition, pool, environment, warmUp, allSteps, failedCalls, failure, blocks, sites);
  }

  /**
   * The groups of users, each as the result of a cell {@code CELL/GROUP} with the group's calls
   * only. The levels are the group's own, or the whole load's if the group's load is constant.
   */
  public List<CellResult> groups() {
    return IntStream.range(0, cell.load().groups().size()).mapToObj(this::ofGroup).toList();
  }

  private CellResult part(Cell of, List<StepResult> steps) {
    return new CellResult(of, repetition, pool, environment, warmUp, steps, Map.of(), failure);
  }

  /** The phases, each as the result of a cell {@code CELL/PHASE} with its part of each step. */
  public List<CellResult> phases() {
    return allSteps.stream()
        .flatMap(step -> step.phases().stream())
        .map(PhaseResult::name)
        .distinct()
        .map(this::ofPhase)
        .toList();
  }

  private CellResult ofPhase(String name) {
    List<StepResult> steps =
        allSteps.stream()
            .flatMap(
                step ->
                    step.phases().stream().filter(phase -> phase.name().equals(name)).map(step::of))
            .toList();
    return part(cell.named(cell.name() + "/" + name), steps);
  }

  private CellResult ofGroup(int number) {
    LoadSchedule whole = cell.load();
    Group group = whole.groups().get(number);
    Cell of = cell.groups().get(number);
    if (group.levels().size() == whole.levels().size()) {
      return part(of, allSteps.stream().map(step -> step.of(step.groups().get(number))).toList());
    }
    Group underAll =
        new Group(group.name(), group.method(), whole.workload(), whole.levels(), group.sla());
    return part(
        of.under(whole.of(underAll)),
        allSteps.stream().map(step -> step.of(step.groups().get(number), step.level())).toList());
  }

  /** The pool that ran: the configured one, or the one that the program configured itself. */
  public ConfiguredPool ranPool() {
    ConfiguredPool configured = cell.provider().pool();
    return pool == null ? configured : configured.ran(pool);
  }

  public boolean failed() {
    return failure != null;
  }

  /** The reason why a cell did not complete; {@code code} is the id of a {@link ViolationCode}. */
  public record CellFailure(String code, String detail) {
    public CellFailure {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(detail, "detail");
    }

    public static CellFailure of(ViolationCode code, String detail) {
      return new CellFailure(code.id(), detail);
    }
  }

  /**
   * The warm-up of a cell's provider before the first step.
   *
   * @param level users, or requests per second
   * @param steady whether the steady state was reached within the study's warm-up time
   * @param detail the measured spreads with their limits
   */
  public record WarmUp(int level, double seconds, boolean steady, String detail) {
    public WarmUp {
      Objects.requireNonNull(detail, "detail");
    }
  }
}
