package io.poolbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.poolbench.report.format.Tone;
import java.util.List;
import java.util.Objects;

/**
 * The answer to a study's question: the same on the terminal, the page, the summary and in files.
 *
 * @param status whether it is an answer
 * @param sentence the answer in one sentence
 * @param carriesMost the cells that no other one is shown to beat, where some are beaten; of
 *     several no difference is shown
 * @param shownBetter each pair with a winner, in a sentence
 * @param support further sentences: what helps most, the change, what the answer rests on
 * @param change lines to copy into a configuration; may be empty
 * @param open what is not known, with what to do about it
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Answer(
    Status status,
    String sentence,
    List<String> carriesMost,
    List<String> shownBetter,
    List<String> support,
    List<String> change,
    List<Open> open) {
  /** Whether what was asked is decided. */
  public enum Status {
    ANSWERED(Tone.GOOD),
    /** Answered: no measured load keeps the SLA. */
    NO_LOAD(Tone.BAD),
    /** A requirement of the study does not hold. */
    REFUTED(Tone.BAD),
    /** Nothing that was asked is decided, or a requirement is not. */
    OPEN(Tone.OPEN);

    private final Tone tone;

    Status(Tone tone) {
      this.tone = tone;
    }

    Tone tone() {
      return tone;
    }
  }

  /** Something that is not known, and what to do about it. */
  public record Open(String what, NextStep next) {
    public Open {
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(next, "next");
    }
  }

  public Answer {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(sentence, "sentence");
    carriesMost = List.copyOf(carriesMost);
    shownBetter = List.copyOf(shownBetter);
    support = List.copyOf(support);
    change = List.copyOf(change);
    open = List.copyOf(open);
  }

  public static Answer of(Evaluation evaluation) {
    return new AnswerText(evaluation).answer();
  }
}
