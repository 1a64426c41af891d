/**
 * A Java agent that reports, replaces and measures the business pool of an unmodified Dubbo
 * provider. See {@link io.poolbench.core.AgentProtocol}.
 */
package io.poolbench.agent;
