/** The provider's own metrics, served by a thread outside the measured pool. */
package io.poolbench.server.metrics;
