package io.poolbench.inspect;

import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The inspection of a provider: its pools, and the answers to some calls.
 *
 * @param name of its jar or main class
 * @param startMillis from the start of the process until it accepted calls; 0 if it ran already
 * @param answers to the calls named by the user
 */
public record Inspection(
    String name,
    long startMillis,
    TargetReport report,
    List<InspectedPool> pools,
    List<CallAnswer> answers) {
  public Inspection {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(report, "report");
    pools = List.copyOf(pools);
    answers = List.copyOf(answers);
  }

  public static Inspection of(
      String name,
      long startMillis,
      TargetReport report,
      ApplicationSettings settings,
      List<CallAnswer> answers) {
    return new Inspection(
        name,
        startMillis,
        report,
        report.pools().stream().map(pool -> InspectedPool.of(pool, settings, report)).toList(),
        answers);
  }

  /** The pool that runs the calls of a service. */
  public Optional<InspectedPool> pool(TargetService service) {
    return pools.stream().filter(each -> each.pool().port() == service.port()).findFirst();
  }

  /**
   * The answer to one call.
   *
   * @param millis from the send to the answer
   * @param failed whether the answer is an exception
   * @param text the answer in JSON, or the exception with its causes; may have several lines
   */
  public record CallAnswer(NamedCall call, double millis, boolean failed, String text) {
    public CallAnswer {
      Objects.requireNonNull(call, "call");
      Objects.requireNonNull(text, "text");
    }
  }
}
