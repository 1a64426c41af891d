/**
 * Where the record lives: a Redis by URI, in a container or embedded ({@link
 * io.poolbench.redis.RedisServer}), the users in it ({@link io.poolbench.redis.DataSet}), and
 * latency added on the way to it ({@link io.poolbench.redis.LatencyProxy}).
 */
package io.poolbench.redis;
