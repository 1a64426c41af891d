package io.poolbench.published;

import java.util.List;

/** What a run says of a published statement. */
public enum Ruling {
  CONFIRMED,
  REFUTED,
  /** What decides it was not measured, or in INVALID steps only. */
  UNDECIDED;

  /** Of a finding, by its parts: it holds where all of them do, and not where one does not. */
  static Ruling of(List<Statement> parts) {
    List<Ruling> rulings = parts.stream().map(Statement::ruling).distinct().toList();
    return rulings.contains(REFUTED)
        ? REFUTED
        : rulings.contains(UNDECIDED) ? UNDECIDED : CONFIRMED;
  }
}
