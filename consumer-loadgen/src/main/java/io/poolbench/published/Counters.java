package io.poolbench.published;

import io.poolbench.result.Calibrated;
import io.poolbench.result.FigureText;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stage;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the counters say of one load: where a call's time went, and what took the CPU from it. They
 * show which part holds the time; why it does is for the reader to judge.
 *
 * @param calibrated null where the calls were not calibrated
 */
record Counters(Look look, Calibrated calibrated) {
  private static final List<StageOfCall> STAGES =
      List.of(
          new StageOfCall("queue wait", ProviderUse::queueWait),
          new StageOfCall("Redis", ProviderUse::redis),
          new StageOfCall("rest of the service", ProviderUse::rest));

  /** A stage that the provider counts. */
  private record StageOfCall(String name, Function<ProviderUse, Stage> of) {}

  /**
   * A part of the response time.
   *
   * @param meanMillis null where unknown
   * @param tp99Millis null where unknown
   */
  private record Part(String name, Double meanMillis, Double tp99Millis) {}

  /** One line: the parts of the response time, and what else tells of the load. */
  String line() {
    List<String> said = new ArrayList<>();
    parts().stream()
        .filter(part -> part.tp99Millis() != null)
        .max(Comparator.comparingDouble(Part::tp99Millis))
        .ifPresent(
            part ->
                said.add(
                    "the longest TP99 of a stage is that of "
                        + part.name()
                        + ", "
                        + FigureText.measure(part.tp99Millis())
                        + " ms"));
    String means = means(part -> FigureText.measure(part.meanMillis()));
    if (!means.isEmpty()) {
      said.add("mean ms: " + means);
    }
    said.addAll(others());
    return look.load() + ": " + (said.isEmpty() ? "no counter is known" : String.join("; ", said));
  }

  /** One line: which part of the response time grew most since another load, and what else did. */
  String since(Counters reference) {
    Map<String, Double> before =
        reference.parts().stream()
            .filter(part -> part.meanMillis() != null)
            .collect(Collectors.toMap(Part::name, Part::meanMillis));
    Function<Part, Double> growth = part -> part.meanMillis() - before.get(part.name());
    Optional<Part> most =
        parts().stream()
            .filter(part -> part.meanMillis() != null && before.containsKey(part.name()))
            .filter(part -> growth.apply(part) > 0)
            .max(Comparator.comparing(growth));
    return most.map(
                part ->
                    "from "
                        + reference.look().load()
                        + " on, "
                        + part.name()
                        + " grew most, by "
                        + FigureText.difference(growth.apply(part))
                        + " ms to "
                        + FigureText.measure(part.meanMillis())
                        + " ms in the mean; ")
            .orElse("")
        + line();
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (StageOfCall stage : STAGES) {
      parts.add(
          new Part(
              stage.name(),
              provider(use -> stage.of().apply(use).meanMillis()),
              provider(use -> stage.of().apply(use).tp99Millis())));
    }
    parts.add(new Part("network and client", outsideMillis(), null));
    return parts;
  }

  /** Means add up, as percentiles do not. */
  private Double outsideMillis() {
    Double response = figure(step -> step.latency().meanMillis());
    Double service = provider(use -> use.service().meanMillis());
    Double queueWait = provider(use -> use.queueWait().meanMillis());
    return response == null || service == null
        ? null
        : Double.valueOf(
            Math.max(0, response - service - Objects.requireNonNullElse(queueWait, 0.0)));
  }

  private String means(Function<Part, String> text) {
    return parts().stream()
        .filter(part -> part.meanMillis() != null)
        .map(part -> part.name() + " " + text.apply(part))
        .collect(Collectors.joining(", "));
  }

  private List<String> others() {
    List<String> said = new ArrayList<>();
    say(said, "a thread's wait for a CPU ", provider(ProviderUse::runQueueWaitMicros), " us");
    say(
        said,
        "involuntary switches per call ",
        provider(use -> use.switches().involuntaryPerCall()),
        "");
    say(said, "young GC pauses of ", pauseMillis(), " ms each");
    say(said, "steal ", figure(step -> step.host().stealPct()), " %");
    capacity(said);
    return said;
  }

  private Double pauseMillis() {
    return figure(
        step -> {
          Long count = step.provider().young().count();
          Double pauses = step.provider().young().pauseMillis();
          return count == null || pauses == null || count == 0
              ? null
              : Double.valueOf(pauses / count);
        });
  }

  /** By the utilisation law: calls per second that fill the CPUs at this cost of a call. */
  private void capacity(List<String> said) {
    Double cpuMicros = provider(ProviderUse::cpuMicrosPerCall);
    if (cpuMicros == null) {
      return;
    }
    String text = "CPU per call " + FigureText.measure(cpuMicros) + " us";
    Double cpuPct = provider(ProviderUse::cpuPct);
    if (calibrated != null && cpuPct != null && cpuPct > 0) {
      text +=
          ", at which the CPUs are full at "
              + FigureText.measure(100 * look.tps() / cpuPct)
              + " TPS (calibrated to "
              + FigureText.count(calibrated.target().saturationTps())
              + ")";
    }
    said.add(text);
  }

  private static void say(List<String> said, String name, Double figure, String unit) {
    if (figure != null) {
      said.add(name + FigureText.measure(figure) + unit);
    }
  }

  private Double provider(Function<ProviderUse, Double> figure) {
    return figure(step -> figure.apply(step.provider()));
  }

  private Double figure(Function<StepResult, Double> figure) {
    return look.figure(figure).orElse(null);
  }
}
