package io.poolbench.study;

import io.poolbench.generator.Generators;
import java.util.Objects;
import java.util.Optional;

/**
 * The machines of a run besides the coordinator's.
 *
 * @param provider the machine of the providers; empty = the coordinator's
 * @param generators make the calls; if there are none, the coordinator does
 */
public record Machines(Optional<ProviderSide> provider, Generators generators)
    implements AutoCloseable {
  public Machines {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(generators, "generators");
  }

  public static Machines none() {
    return new Machines(Optional.empty(), Generators.none());
  }

  @Override
  public void close() {
    generators.close();
    provider.ifPresent(ProviderSide::close);
  }
}
