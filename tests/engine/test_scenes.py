"""Each scene is seen as it says."""

import pytest

from tests.engine.scenes import Scene, play, scenes


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in scenes()])
def test_the_scene_is_seen_as_it_says(scene: Scene) -> None:
    play(scene)
