/** The one place that sets Dubbo up: what it exports, where it listens, what it leaves off. */
package io.poolbench.server.dubbo;
