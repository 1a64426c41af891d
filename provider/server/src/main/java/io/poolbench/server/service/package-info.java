/** The measured service: the Redis read, the arithmetic, the garbage. */
package io.poolbench.server.service;
