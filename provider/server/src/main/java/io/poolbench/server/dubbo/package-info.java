/** Dubbo's configuration: what it exports, where it listens, what is switched off. */
package io.poolbench.server.dubbo;
