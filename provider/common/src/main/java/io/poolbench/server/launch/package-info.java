/** The lifecycle of a provider process: configuration, READY line, commands and end. */
package io.poolbench.server.launch;
