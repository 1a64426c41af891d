/** The process of the Dubbo provider: configuration, start, READY line, and end with the driver. */
package io.poolbench.server;
