/** What the measured service does: the Redis read, the arithmetic, the garbage. */
package io.poolbench.server.service;
