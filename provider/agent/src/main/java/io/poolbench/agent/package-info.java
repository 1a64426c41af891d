/**
 * A Java agent that reports, replaces and measures the business pool of a Dubbo provider whose code
 * it does not change. See {@link io.poolbench.api.AgentProtocol}.
 */
package io.poolbench.agent;
