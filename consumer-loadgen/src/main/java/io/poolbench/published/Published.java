package io.poolbench.published;

/** The published study of an RPC provider's pools: what its tables are called, and its knee. */
final class Published {
  /** Pool cached 20/200 without a queue, a row per load. */
  static final String CACHED = "jsf-cached";

  /** Fixed pools without a queue, a row per pool, at as many users as threads. */
  static final String FIXED = "jsf-fixed";

  /** Fixed pools with a queue, a row per pool, at the most users within the SLA. */
  static final String FIXED_QUEUE = "jsf-fixed-queue";

  /** Users at which TPS of {@link #CACHED} stops growing. */
  static final int KNEE_USERS = 24;

  /** How far the knee may lie from there. */
  static final int KNEE_BAND_USERS = 3;

  /** The study's SLA: TP99 below this. */
  static final double SLA_TP99_MILLIS = 10;

  private Published() {}
}
