/**
 * The Redis of a study: external, in a container or embedded ({@link
 * io.poolbench.redis.RedisKind}), its users ({@link io.poolbench.redis.DataSet}), and latency added
 * on the way to it ({@link io.poolbench.redis.LatencyProxy}).
 */
package io.poolbench.redis;
