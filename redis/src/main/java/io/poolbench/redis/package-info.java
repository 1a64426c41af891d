/**
 * The Redis of a study ({@link io.poolbench.redis.RedisKind}), its users ({@link
 * io.poolbench.redis.DataSet}), and added latency ({@link io.poolbench.redis.LatencyProxy}).
 */
package io.poolbench.redis;
