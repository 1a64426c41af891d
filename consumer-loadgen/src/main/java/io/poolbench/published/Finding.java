package io.poolbench.published;

import java.util.List;

/** A finding of the published study, which knows what decides it. */
sealed interface Finding
    permits LinearUpToTheKnee,
        MoreThreadsOnlyHurt,
        FixedPoolCapsCpu,
        QueueLetsMoreUsersIn,
        SweetSpotWithoutQueue,
        BestTpsBelowTheMostThreads {
  /** As the study counts them, from 1. */
  int number();

  /** The finding in words. */
  String text();

  /** The tables whose pools decide it. */
  List<String> tables();

  /** Its parts, decided as far as they can be. */
  List<Statement> statements(Evidence evidence);
}
