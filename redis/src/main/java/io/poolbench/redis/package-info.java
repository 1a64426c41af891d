/**
 * The Redis of a study ({@link io.poolbench.redis.RedisKind}) and its users ({@link
 * io.poolbench.redis.DataSet}).
 */
package io.poolbench.redis;
